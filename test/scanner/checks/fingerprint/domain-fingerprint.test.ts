import test from 'ava';
import fc from 'fast-check';
import { reverseName } from '../../../../scanner/checks/fingerprint/gather-evidence.ts';
import { matchProvider } from '../../../../scanner/checks/fingerprint/match-provider.ts';
import {
  addressProviders,
  dnsProviders,
  mailProviders,
  siteProviders,
} from '../../../../scanner/checks/fingerprint/provider-names.ts';
import { domainFingerprintScanner } from '../../../../scanner/checks/fingerprint/scan-domain-fingerprint.ts';
import { recordedDns } from '../../../support/scans/recorded-dns.ts';
import { scanPorts, siteWith } from '../../../support/scans/scan-ports.ts';

async function scan(zone: string, servers: readonly string[] = [], headers?: Record<string, string>) {
  const dns = recordedDns(zone);
  const own = servers.map((name) => ({ name, addresses: [], glue: [] }));
  const zoneOf = async () => ({ apex: 'example.com', parent: 'com', delegated: own, own });
  const site = headers === undefined ? {} : siteWith('https://example.com/', headers);
  return domainFingerprintScanner.scan('example.com', scanPorts({ dns: { ...dns, zoneOf }, ...site }));
}

test('who serves a domain is told by servers, aliases, exchangers, names of addresses and headers', async (t) => {
  const { result, errors } = await scan(
    `example.com A 192.0.2.1
    example.com A 192.0.2.2
    1.2.0.192.in-addr.arpa PTR ec2-192-0-2-1.compute.amazonaws.com
    example.com MX 1 aspmx.l.google.com`,
    ['ns-1.awsdns-12.org', 'ns-2.awsdns-34.co.uk'],
    { server: 'cloudflare', 'cf-ray': '8c1d2e3f4a5b6c7d-FRA' },
  );
  t.deepEqual(result.providers, {
    dns: 'Amazon Route 53',
    cdn: ['Cloudflare'],
    hosting: ['Amazon Web Services'],
    mail: ['Google Workspace'],
  });
  t.deepEqual(result.characteristics, { anycast: true, loadBalanced: true, geoDistributed: true });
  t.true(result.confidence! > 0.8 && result.confidence! <= 1);
  t.deepEqual(errors, []);
});

test('an alias tells of a hoster', async (t) => {
  const { result } = await scan('example.com CNAME site.github.io\nsite.github.io A 192.0.2.1');
  t.deepEqual(result.providers.hosting, ['GitHub Pages']);
  t.deepEqual(result.characteristics, { anycast: null, loadBalanced: false, geoDistributed: null });
});

test('nothing known is nothing told', async (t) => {
  const { result } = await scan('example.com TXT "x"', ['ns1.example.com']);
  t.deepEqual(result.providers, { dns: null, cdn: [], hosting: [], mail: [] });
  t.is(result.confidence, null);
  t.deepEqual(result.characteristics, { anycast: null, loadBalanced: null, geoDistributed: null });
});

test('what could not be asked is an error', async (t) => {
  const { errors } = await scan('example.com A !timeout\nexample.com MX !servfail');
  t.deepEqual(errors.map(({ source, code }) => `${source} ${code}`).toSorted(), [
    'fingerprint server_failure',
    'fingerprint timeout',
  ]);
});

test('names are anchored at whole labels', (t) => {
  t.is(matchProvider('ns-5.awsdns-00.com', dnsProviders)?.provider, 'Amazon Route 53');
  t.is(matchProvider('Amy.NS.Cloudflare.com.', dnsProviders)?.provider, 'Cloudflare');
  t.is(matchProvider('ns.cloudflare.com.evil.example', dnsProviders), undefined);
  t.is(matchProvider('ns1.notgandi.net', dnsProviders), undefined);
  t.is(matchProvider('awsdns-.com', dnsProviders), undefined);
  t.is(matchProvider('d111111abcdef8.cloudfront.net', siteProviders)?.provider, 'Amazon CloudFront');
  t.is(matchProvider('my.s3-website.eu-central-1.amazonaws.com', siteProviders)?.provider, 'Amazon S3');
  t.is(matchProvider('x.eu-west-1.elb.amazonaws.com', siteProviders)?.provider, 'Amazon Web Services');
  t.is(matchProvider('example-com.mail.protection.outlook.com', mailProviders)?.provider, 'Microsoft 365');
  t.is(matchProvider('static.1.2.0.192.clients.your-server.de', addressProviders)?.provider, 'Hetzner');
  t.is(reverseName('192.0.2.1'), '1.2.0.192.in-addr.arpa');
  t.is(reverseName('2001:db8::1'), `${'1.'.padEnd(48, '0.')}8.b.d.0.1.0.0.2.ip6.arpa`);
});

test('tables are large, and no name is too odd for them', (t) => {
  t.true(dnsProviders.length >= 40 && siteProviders.length >= 40 && mailProviders.length >= 25);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      for (const table of [dnsProviders, siteProviders, mailProviders, addressProviders])
        matchProvider(name, table);
    }),
    { numRuns: 300 },
  );
});
