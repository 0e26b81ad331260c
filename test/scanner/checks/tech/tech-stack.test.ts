import test from 'ava';
import fc from 'fast-check';
import { createPageReader } from '../../../../scanner/checks/tech/page-reader.ts';
import { techStackScanner } from '../../../../scanner/checks/tech/scan-tech-stack.ts';
import { FetchError } from '../../../../scanner/ports/fetch.ts';
import type { SiteEvidence } from '../../../../scanner/ports/web-page.ts';
import { recordedDns } from '../../../support/scans/recorded-dns.ts';
import { scanPorts, siteWith } from '../../../support/scans/scan-ports.ts';

const reader = createPageReader();
const { signal } = new AbortController();
const nothing: SiteEvidence = {
  url: null,
  headers: {},
  setCookies: [],
  html: '',
  dns: {},
  icons: [],
  certificateIssuer: null,
};

async function told(evidence: Partial<SiteEvidence>): Promise<string[]> {
  const { technologies } = await reader.detect({ ...nothing, ...evidence }, signal);
  return technologies.map(({ name, version }) => [name, version].filter(Boolean).join(' ')).toSorted();
}

const cases: readonly (readonly [string, string, readonly string[]])[] = [
  ['server', 'nginx/1.24.0 (Ubuntu)', ['Ubuntu', 'nginx 1.24.0']],
  ['server', 'nginx', ['nginx']],
  [
    'server',
    'Apache/2.4.57 (Debian) OpenSSL/3.0.11',
    ['Apache HTTP Server 2.4.57', 'Debian', 'OpenSSL 3.0.11'],
  ],
  ['server', 'Apache-Coyote/1.1', ['Apache Tomcat', 'Java']],
  ['server', 'Microsoft-IIS/10.0', ['Microsoft IIS 10.0', 'Windows Server']],
  ['x-powered-by', 'PHP/8.2.7', ['PHP 8.2.7']],
  ['x-powered-by', 'Next.js', ['Next.js', 'Node.js', 'React']],
  ['x-aspnet-version', '4.0.30319', ['ASP.NET 4.0.30319']],
  ['x-generator', 'Drupal 10 (https://www.drupal.org)', ['Drupal 10', 'PHP']],
  ['link', '<https://example.com/wp-json/>; rel="https://api.w.org/"', ['MySQL', 'PHP', 'WordPress']],
  ['via', '1.1 varnish (Varnish/7.1)', ['Varnish 7.1']],
  ['alt-svc', 'h3=":443"; ma=86400', ['HTTP/3']],
  ['strict-transport-security', 'max-age=0', []],
  ['server', 'mynginx', []],
];

for (const [header, value, expected] of cases) {
  test(`${header}: ${value}`, async (t) => {
    t.deepEqual(await told({ headers: { [header]: value } }), expected.toSorted());
  });
}

test('a cookie is known by its own name alone', async (t) => {
  t.deepEqual(await told({ setCookies: ['a=b', 'PHPSESSID=abc; path=/'] }), ['PHP']);
  t.deepEqual(await told({ setCookies: ['NOTPHPSESSID=abc'] }), []);
  t.deepEqual(await told({ setCookies: ['x=PHPSESSID; expires=Thu, 01 Jan 2026 00:00:00 GMT'] }), []);
});

test('attributes are found however they are quoted', async (t) => {
  for (const tag of ['<html data-wf-site="1">', "<html data-wf-site='1'>", '<HTML DATA-WF-SITE=1>']) {
    t.deepEqual(await told({ html: tag }), ['Webflow']);
  }
  t.deepEqual(await told({ html: '<script src="https:&#x2F;&#x2F;js.stripe.com&#x2F;v3"></script>' }), [
    'Stripe',
  ]);
});

test('what only stands in the text of a page tells of nothing', async (t) => {
  const text =
    'We moved from WordPress 6.5 to https://cdn.shopify.com/ and jquery-3.7.1.min.js, id="__nuxt".';
  t.deepEqual(
    await told({ html: `<html><body><p>${text}</p><pre>&lt;script src="/_next/static/a.js"&gt;</pre>` }),
    [],
  );
});

test('signs that agree make each other surer', async (t) => {
  const of = async (evidence: Partial<SiteEvidence>) =>
    (await reader.detect({ ...nothing, ...evidence }, signal)).technologies.find(
      ({ name }) => name === 'PHP',
    )!.confidence;
  const cookie = await of({ setCookies: ['PHPSESSID=abc'] });
  t.true((await of({ setCookies: ['PHPSESSID=abc'], headers: { 'x-powered-by': 'PHP/8.3' } })) > cookie);
});

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
  t.like(result.site, { url: 'https://example.com/', status: 200 });
  t.false(result.partial);
  t.deepEqual(errors, []);
});

test('a site that can not be reached is an error, and what the DNS tells is told', async (t) => {
  const dns = recordedDns('example.com A 192.0.2.1\nexample.com MX 1 aspmx.l.google.com');
  const { result, errors } = await techStackScanner.scan('example.com', scanPorts({ dns }));
  t.deepEqual(
    result.technologies!.map(({ name }) => name),
    ['Google Workspace'],
  );
  t.is(result.site, null);
  t.deepEqual(
    errors.map(({ source, code }) => `${source} ${code}`),
    ['tech-stack unreachable'],
  );
});

test('no header takes long, nor does any page', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 500 }), async (value) => {
      const headers = { server: value, via: value, 'x-powered-by': value, link: value, 'alt-svc': value };
      await reader.detect({ ...nothing, headers, setCookies: [value], html: value }, signal);
    }),
    { numRuns: 300 },
  );
  t.deepEqual(
    await told({ headers: { server: 'a'.repeat(100_000) }, setCookies: ['PHPSESSI'.repeat(20_000)] }),
    [],
  );
});

test('a site whose https is not to be trusted is looked at over http, and that is told', async (t) => {
  const dns = recordedDns('a.example A 192.0.2.1');
  const plain = siteWith('http://a.example/', { server: 'nginx' });
  const scan = (failure: FetchError) =>
    techStackScanner.scan(
      'a.example',
      scanPorts({
        dns,
        fetch: async (url, options) => {
          if (url.startsWith('https:')) throw failure;
          return plain.fetch(url, options);
        },
      }),
    );
  const untrusted = await scan(new FetchError('untrusted', 'certificate has expired'));
  t.is(untrusted.result?.site?.url, 'http://a.example/');
  t.deepEqual(untrusted.errors, [
    { source: 'tech-stack', code: 'untrusted', message: 'https://a.example/: certificate has expired' },
  ]);
  const none = await scan(new FetchError('unreachable', 'Nobody is there.'));
  t.is(none.result?.site?.url, 'http://a.example/');
  t.deepEqual(none.errors, [], 'a site without https has none');
});
