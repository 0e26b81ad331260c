import test from 'ava';
import fc from 'fast-check';
import { ofHeaders, techStackScanner } from '../../../../scanner/checks/tech/scan-tech-stack.ts';
import { recordedDns } from '../../../support/scans/recorded-dns.ts';
import { scanPorts, siteWith } from '../../../support/scans/scan-ports.ts';

const cases: readonly (readonly [string, string, readonly string[]])[] = [
  ['server', 'nginx/1.24.0 (Ubuntu)', ['nginx 1.24.0']],
  ['server', 'nginx', ['nginx']],
  ['server', 'Apache/2.4.57 (Debian) OpenSSL/3.0.11', ['Apache HTTP Server 2.4.57', 'OpenSSL 3.0.11']],
  ['server', 'Apache-Coyote/1.1', ['Apache Tomcat']],
  ['server', 'Microsoft-IIS/10.0', ['Microsoft IIS 10.0']],
  ['x-powered-by', 'PHP/8.2.7', ['PHP 8.2.7']],
  ['x-powered-by', 'Next.js', ['Next.js']],
  ['x-aspnet-version', '4.0.30319', ['ASP.NET 4.0.30319']],
  ['x-generator', 'Drupal 10 (https://www.drupal.org)', ['Drupal 10']],
  ['link', '<https://example.com/wp-json/>; rel="https://api.w.org/"', ['WordPress']],
  ['set-cookie', 'a=b, PHPSESSID=abc; path=/', ['PHP']],
  ['set-cookie', 'NOTPHPSESSID=abc', []],
  ['via', '1.1 varnish (Varnish/7.1)', ['Varnish 7.1']],
  ['alt-svc', 'h3=":443"; ma=86400', ['HTTP/3']],
  ['strict-transport-security', 'max-age=0', []],
  ['server', 'mynginx', []],
];

for (const [header, value, expected] of cases) {
  test(`${header}: ${value}`, (t) => {
    const found = ofHeaders({ [header]: value }).map(({ name, version }) =>
      [name, version].filter(Boolean).join(' '),
    );
    t.deepEqual(found.toSorted(), [...expected].toSorted());
  });
}

test('DNS and headers together make a stack, each technology once', async (t) => {
  const dns = recordedDns(`example.com A 192.0.2.1
    example.com MX 1 example-com.mail.protection.outlook.com
    example.com TXT "google-site-verification=abcdefghij"
    example.com TXT "v=spf1 include:spf.protection.outlook.com -all"`);
  const site = siteWith('https://example.com/', {
    'x-powered-by': 'PHP/8.2.7',
    'set-cookie': 'PHPSESSID=1',
    server: 'nginx',
  });
  const { result, errors } = await techStackScanner.scan('example.com', scanPorts({ dns, ...site }));
  t.deepEqual(
    result.technologies!.map(({ category, name, version }) => `${category}: ${name} ${version ?? ''}`.trim()),
    [
      'Email: Microsoft 365',
      'Programming languages: PHP 8.2.7',
      'Third-party services: Google',
      'Third-party services: Microsoft 365',
      'Web servers: nginx',
    ],
  );
  t.true(result.technologies!.every(({ confidence }) => Number.isInteger(confidence) && confidence <= 100));
  t.deepEqual(errors, []);
});

test('no header takes long', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (value) => {
      ofHeaders({
        server: value,
        via: value,
        'x-powered-by': value,
        'set-cookie': value,
        link: value,
        'alt-svc': value,
      });
    }),
    { numRuns: 300 },
  );
  t.deepEqual(ofHeaders({ server: 'a'.repeat(100_000), 'set-cookie': 'PHPSESSI'.repeat(20_000) }), []);
});
