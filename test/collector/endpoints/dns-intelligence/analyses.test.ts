import test, { type ExecutionContext } from 'ava';
import { FakeWorld } from '../../../support/fakes/world.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { bindingData } from '../../../support/scans/generic-data.ts';
import { offlineWorld } from '../../../support/scans/offline-world.ts';
import { recordedDns } from '../../../support/scans/recorded-dns.ts';

const zone = `$secure example.com
example.com SOA ns1.example.com. hostmaster.example.com. 1 3600 600 86400 60
example.com NS ns1.example.com
ns1.example.com A 192.0.2.53
example.com A 192.0.2.1
example.com MX 10 mail.example.com
mail.example.com A 192.0.2.25
example.com HTTPS ${bindingData('1 . alpn=h2,h3')}
example.com TXT "v=spf1 mx -all"`;

async function setUp(t: ExecutionContext) {
  const world = new FakeWorld();
  world.scans.openScan = (signal) => offlineWorld(signal, recordedDns(zone));
  return startTestApi(t, { world });
}

test('extended errors are explained, each of them', async (t) => {
  const api = await setUp(t);
  const { body } = await api.send('POST', '/api/v2/ede/decode', { code: 6, extra_text: 'signature expired' });
  t.like(body, { code: 6, name: 'DNSSEC Bogus', severity: 'critical', extra_text: 'signature expired' });
  t.true((body.troubleshooting as string[]).length > 0);
  t.regex(String(body.hint), /expired/);
  t.like((await api.get('/api/v2/ede/codes')).body, { count: 30, codes: { 29: { code: 29 } } });
  t.is((await api.send('POST', '/api/v2/ede/decode', { code: 30 })).status, 400);
});

test('an audit weighs the chain, the signing of all servers and the digest together', async (t) => {
  const api = await setUp(t);
  const { status, body } = await api.send('POST', '/api/v2/audit/dnssec', { domain: 'example.com' });
  t.is(status, 200);
  const checks = new Set((body.findings as { check: string }[]).map(({ check }) => check));
  t.true(checks.has('dnssec') && checks.has('zonemd'), [...checks].join());
  // The recorded zone is told to be secure, and has no keys to look at.
  t.true(['sound', 'improvable', 'weak', 'broken', 'unsigned', 'unknown'].includes(String(body.verdict)));
  t.is(body.score === null, body.verdict === 'unknown');
});

test('service bindings, topology and reputation are told of a domain', async (t) => {
  const api = await setUp(t);
  t.like((await api.get('/api/v2/svcb/analyze?domain=example.com')).body, {
    supports_http3: true,
    supports_ech: false,
    https_records: { 0: { priority: 1, alpn: ['h2', 'h3'] } },
  });
  const { body: topology } = await api.get('/api/v2/topology/domain/example.com');
  t.true((topology.edges as { kind: string }[]).some(({ kind }) => kind === 'mail_exchanger'));
  const { body: reputation } = await api.get('/api/v2/reputation/score?domain=example.com');
  t.like(reputation.components, { threat_intel: null, stability: null });
  t.true(Number(reputation.score) > 0);
  const possible = (reputation.details as { possible: number }[]).reduce((sum, one) => sum + one.possible, 0);
  t.is(possible, 1_000);
});

test('what can not be measured is not claimed', async (t) => {
  const api = await setUp(t);
  t.like((await api.get('/api/v2/experimental/doq/test?domain=example.com')).body, {
    doq_supported: null,
    handshake: 'unsupported',
    quic_at_doq_port: null,
    servers: { 0: { address: '192.0.2.1', quic: 'unreachable' } },
  });
  t.like((await api.get('/api/v2/dnssec/zonemd/validate?domain=example.com')).body, { verdict: null });
  t.is((await api.get('/api/v2/fingerprint/resolver?resolver=dns.example')).status, 400);
});

test('the digest of a zone that is sent along is checked without asking anybody', async (t) => {
  const api = await setUp(t);
  const zone = `example. 86400 IN SOA ns1 admin 2018031900 1800 900 604800 86400
         86400 IN NS ns1
         86400 IN NS ns2
         86400 IN ZONEMD 2018031900 1 1 (
           c68090d90a7aed716bc459f9340e3d7c1370d4d24b7e2fc3
           a1ddc0b9a87153b9a9713b3c9ae5cc27777f98b8e730044c )
ns1       3600 IN A 203.0.113.63
ns2       3600 IN AAAA 2001:db8::63
`;
  const check = async (zone_file: string) =>
    (await api.send('POST', '/api/v2/dnssec/zonemd/validate', { zone_file, domain: 'example' })).body;
  t.like(await check(zone), { zone: 'example', status: 'valid', serial: 2_018_031_900, line: null });
  t.like(await check(zone.replace('113.63', '113.64')), { status: 'invalid' });
  t.like(await check('$INCLUDE /etc/passwd'), { status: 'unsound', line: 1 });
  const anchored = (trust_anchor: string) =>
    api.send('POST', '/api/v2/dnssec/zonemd/validate', { zone_file: zone, domain: 'example', trust_anchor });
  const ds = `example. DS 1 13 2 ${'00'.repeat(32)}`;
  t.like((await anchored(ds)).body, { status: 'invalid', security: 'bogus' });
  t.is((await anchored('example. A 192.0.2.1')).status, 400);
});

test('a zone is checked whole', async (t) => {
  const api = await startTestApi(t);
  const zone_file =
    '@ 60 SOA ns b 1 7200 3600 1209600 3600\n@ NS ns\nwww CNAME nowhere\nwww foo A 192.0.2.1\n';
  const { status, body } = await api.send('POST', '/api/validate/zone', { zone_file, domain: 'example' });
  t.is(status, 200);
  t.like(body, { zone: 'example', serial: 1, accepted: false, signed: false, signatures: null, omitted: 0 });
  t.deepEqual(
    (body.findings as { code: string; line: number; column: number | null }[]).map(
      ({ code, line, column }) => [code, line, column],
    ),
    [
      ['ns_single', 2, null],
      ['address_missing', 2, null],
      ['alias_dangling', 3, null],
      ['syntax', 4, 5],
    ],
  );
  t.like((body.findings as object[])[1], {
    severity: 'error',
    name: 'example',
    rule: 'RFC 1034 section 4.2.1',
  });
  const none = await api.send('POST', '/api/validate/zone', { zone_file: 'x', at: 'whenever' });
  t.is(none.status, 400);
});
