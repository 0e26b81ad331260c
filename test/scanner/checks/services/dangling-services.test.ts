import test from 'ava';
import { aliasZones } from '../../../../scanner/checks/services/alias-zones.ts';
import { servicesScanner } from '../../../../scanner/checks/services/scan-services.ts';
import { sourceOf } from '../../../../scanner/checks/services/service-rule.ts';
import { recordedDns } from '../../../support/scans/recorded-dns.ts';
import { scanPorts } from '../../../support/scans/scan-ports.ts';

async function scan(zone: string, domain = 'example.com') {
  const dns = recordedDns(zone);
  const part = await servicesScanner.scan(domain, scanPorts({ dns }));
  const found = part.findings.filter(({ code }) => code === 'dangling_service');
  return { ...part, found, asked: dns.asked };
}

test('an alias into the zone of a provider who says that the name does not exist dangles', async (t) => {
  const { result, found } = await scan('www.example.com CNAME shop.azurewebsites.net\nexample.com TXT "x"');
  t.like(result.dangling, [
    {
      provider: 'Azure App Service',
      name: 'www.example.com',
      target: 'shop.azurewebsites.net',
      claimable: true,
    },
  ]);
  t.like(found, [
    { status: 'fail', severity: 'high', evidence: 'www.example.com CNAME shop.azurewebsites.net' },
  ]);
  t.is(found.length, 1);
});

test('a tracked name that is an alias itself dangles, over further aliases too', async (t) => {
  const zone = 'shop.example.com CNAME all.example.net\nall.example.net CNAME x.trafficmanager.net';
  const { result } = await scan(zone, 'shop.example.com');
  t.like(result.dangling, [{ provider: 'Azure Traffic Manager', name: 'shop.example.com' }]);
});

test('what exists, leads elsewhere, or could not be asked does not dangle', async (t) => {
  const exists = 'www.example.com CNAME a.azurewebsites.net\na.azurewebsites.net A 192.0.2.1';
  const empty = 'www.example.com CNAME a.azurewebsites.net\na.azurewebsites.net TXT "no address"';
  const elsewhere = 'www.example.com CNAME a.example.net';
  const alike = 'www.example.com CNAME a.notazurewebsites.net';
  const itself = 'www.example.com CNAME azurewebsites.net';
  // The chain enters the zone of the provider, and leaves it again.
  const through = 'www.example.com CNAME a.trafficmanager.net\na.trafficmanager.net CNAME gone.example.net';
  for (const zone of [exists, empty, elsewhere, alike, itself, through]) {
    const { result, found } = await scan(`${zone}\nexample.com TXT "x"`);
    t.deepEqual([result.dangling, result.unasked, found], [[], [], []], zone);
  }
  for (const failure of ['timeout', 'servfail']) {
    const unknown = await scan(
      `www.example.com CNAME a.azurewebsites.net\na.azurewebsites.net ANY !${failure}\nexample.com TXT "x"`,
    );
    t.deepEqual([unknown.result.dangling, unknown.result.unasked], [[], ['www.example.com']]);
    t.is(unknown.errors.length, 1);
    t.deepEqual(unknown.found, []);
  }
  const nothing = await scan('example.com TXT !timeout');
  t.deepEqual([nothing.result.dangling, nothing.result.unasked, nothing.found], [null, null, []]);
});

test('labels of a provider are asked for if a record tells of him, and named with what is left of him', async (t) => {
  const alias = 'protonmail2._domainkey.example.com CNAME protonmail2.domainkey.d1.domains.proton.ch';
  const token = 'protonmail-verification=0123456789abcdef';
  const with_ = await scan(`${alias}\nexample.com TXT "${token}"`);
  t.like(with_.result.dangling, [{ provider: 'Proton', claimable: false }]);
  t.like(with_.found, [{ status: 'warning', severity: 'medium' }]);
  t.true(with_.found[0]!.evidence!.endsWith(token));
  t.regex(with_.found[0]!.message, /TXT record is still there/);
  const without = await scan(`${alias}\nexample.com TXT "x"`);
  t.deepEqual(without.result.dangling, []);
  t.deepEqual(without.asked, ['example.com TXT', 'www.example.com A']);
});

test('each zone has a source, and one provider', (t) => {
  const zones = aliasZones.flatMap(({ zones: own }) => own);
  t.is(new Set(zones).size, zones.length);
  for (const { provider, source } of aliasZones) {
    t.is(new URL(source).protocol, 'https:');
    t.is(sourceOf({ provider, kind: 'dangling', record: '' })?.source, source);
  }
});
