import test, { type ExecutionContext } from 'ava';
import { endingsOfScan } from '../../../../collector/domain/intelligence/scan/endings-of-scan.ts';
import { followScan } from '../../../../collector/domain/intelligence/scan/follow-scan.ts';
import type { PublishedEvent } from '../../../../collector/ports/system/events.ts';
import { encryptedDnsScanner } from '../../../../scanner/checks/encrypted-dns/scan-encrypted-dns.ts';
import { AddressPolicy } from '../../../../scanner/network/address-policy.ts';
import { createTlsProbe } from '../../../../scanner/network/tls/create-tls-probe.ts';
import { FakeDomainEvents } from '../../../support/fakes/scans/domain-events.ts';
import { bindingData } from '../../../support/scans/generic-data.ts';
import { offlineWorld } from '../../../support/scans/offline-world.ts';
import { recordedDns } from '../../../support/scans/recorded-dns.ts';
import { samplePart, sampleScan } from '../../../support/scans/sample-scan.ts';
import { silentLog } from '../../../support/silent-log.ts';
import { until } from '../../../support/until.ts';
import { makeAuthority, makeServer, type Sample } from '../../../support/x509/make-certificate.ts';
import { startRawServer, startTlsServer } from '../../../support/x509/tls-server.ts';

const day = 86_400_000;
const ends = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 6.5 * day);
const lived = { notBefore: new Date(Date.now() - day), notAfter: ends };
const authority = makeAuthority('Root of tests', lived);
const own = makeServer(['example.com', 'dns.example.com'], authority, lived);
const strange = makeServer(['dns.example.com'], makeAuthority('Unknown root', lived), lived);

const serve = (t: ExecutionContext, sample: Sample, alpn: string) =>
  startTlsServer(t, [sample, authority], { ALPNProtocols: [alpn] });

/** Looks at example.com; usual ports lead to the port that is given for them. */
async function scan(zone: string, ports: Readonly<Record<number, number>> = {}) {
  const { signal } = new AbortController();
  const probe = createTlsProbe({
    policy: new AddressPolicy(['127.0.0.1/32']),
    extraAuthorities: [authority.pem],
  });
  const asked: string[] = [];
  const part = await encryptedDnsScanner.scan('example.com', {
    ...offlineWorld(signal, recordedDns(zone)),
    tls: {
      handshake: (target) => {
        asked.push(`${target.serverName} ${target.address} ${target.port} ${target.alpn?.join()}`);
        return probe.handshake({ ...target, port: ports[target.port] ?? target.port });
      },
    },
  });
  return { ...part, asked, codes: part.findings.map(({ code }) => code) };
}

test('resolvers that a domain designates are looked at, with the end of their certificates', async (t) => {
  const [dot, doh] = [await serve(t, own, 'dot'), await serve(t, own, 'h2')];
  const { result, codes, errors } = await scan(
    `_dns.example.com SVCB ${bindingData('1 dns.example.com. alpn=dot')}
     _dns.example.com SVCB ${bindingData('2 dns.example.com. alpn=h2 port=8443 dohpath=/dns-query{?dns}')}
     dns.example.com A 127.0.0.1`,
    { 853: dot, 8443: doh },
  );
  t.is(result.designated, true);
  t.deepEqual(
    result.endpoints!.map(({ kind, host, address, port, trusted, notAfter }) => [
      kind,
      host,
      address,
      port,
      trusted,
      notAfter,
    ]),
    [
      ['dot', 'dns.example.com', '127.0.0.1', 853, true, ends.toISOString()],
      ['doh', 'dns.example.com', '127.0.0.1', 8443, true, ends.toISOString()],
    ],
  );
  t.regex(result.endpoints![0]!.fingerprint!, /^[0-9a-f]{64}$/);
  t.deepEqual([codes, errors], [[], []]);
});

test('without records the own name is looked at, and that nothing is there is no error', async (t) => {
  const port = await serve(t, own, 'dot');
  const found = await scan('example.com A 127.0.0.1', { 853: port });
  t.is(found.result.designated, false);
  t.is(found.result.endpoints!.length, 1);
  t.deepEqual(found.asked, ['example.com 127.0.0.1 853 dot']);
  const shut = await startRawServer(t, (socket) => socket.destroy());
  t.like(await scan('example.com A 127.0.0.1', { 853: shut }), {
    result: { designated: false, endpoints: [] },
    errors: [],
  });
});

test('what is designated and does not answer, or is not trusted, is told', async (t) => {
  const shut = await startRawServer(t, (socket) => socket.destroy());
  const zone = `_dns.example.com SVCB ${bindingData('1 dns.example.com. alpn=dot')}
    dns.example.com A 127.0.0.1`;
  const silent = await scan(zone, { 853: shut });
  t.is(silent.errors.length, 1);
  t.regex(silent.errors[0]!.message, /^127\.0\.0\.1 port 853: /);
  const other = await scan(zone, { 853: await serve(t, strange, 'dot') });
  t.deepEqual(other.codes, ['untrusted']);
  t.is(other.result.endpoints![0]!.trusted, false);
});

test('names with an underscore, aliases, other protocols and malformed records', async (t) => {
  const host = async (text: string) =>
    (await scan(`_dns.example.com SVCB ${text}\nexample.com A 127.0.0.1`, { 853: 9, 443: 9 })).asked;
  t.deepEqual(await host(bindingData('1 . alpn=dot')), ['example.com 127.0.0.1 853 dot']);
  const guess = ['example.com 127.0.0.1 853 dot'];
  t.deepEqual(await host(bindingData('0 dns.example.com.')), guess);
  t.deepEqual(await host(bindingData('1 . alpn=doq')), guess);
  t.deepEqual(await host('\\# 3 000100'), guess);
  t.deepEqual(await host(bindingData('1 . alpn=dot mandatory=key65000 key65000=x')), guess);
  t.deepEqual(await host(bindingData('1 . alpn=h2 dohpath=/q{?dns}')), [
    'example.com 127.0.0.1 443 h2,http/1.1',
  ]);
  t.deepEqual(
    await host(bindingData('1 . alpn=h2')),
    guess,
    'HTTP without a path is no DNS over HTTPS (RFC 9461 section 5)',
  );
});

test('what could not be looked up is null, and no more than a few are looked at', async (t) => {
  t.is((await scan('_dns.example.com SVCB !timeout')).result.designated, null);
  const many = Array.from(
    { length: 20 },
    (
      _,
      index,
    ) => `_dns.example.com SVCB ${bindingData(`1 n${index}.example.com. alpn=dot,h2 dohpath=/q{?dns}`)}
      n${index}.example.com A 127.0.0.1`,
  );
  t.is((await scan(many.join('\n'), { 853: 9, 443: 9 })).asked.length, 6);
});

test('the ends of certificates of mail servers and resolvers, and of the registration, are told by their place', async (t) => {
  const port = await serve(t, own, 'dot');
  const found = await scan('example.com A 127.0.0.1', { 853: port });
  const mail = { host: 'mx.example.com', address: '192.0.2.1', port: 25, notAfter: ends.toISOString() };
  const scanned = sampleScan({
    domain: 'example.com',
    parts: {
      'encrypted-dns': samplePart({ result: found.result }),
      smtp: samplePart({ result: { servers: [mail, { ...mail, port: 587, notAfter: null }] } }),
    },
    summary: {
      certificate: {
        issuer: 'CN=R',
        subject: 'CN=example.com',
        serialNumber: '1',
        validFrom: lived.notBefore.toISOString(),
        validUntil: new Date(+ends + 90 * day).toISOString(),
        fingerprint: 'ab',
      },
      registration: {
        registrar: null,
        registeredAt: null,
        expiresAt: new Date(+ends - 5 * day).toISOString(),
      },
    },
  });
  t.deepEqual(
    endingsOfScan(scanned).map(({ what, place }) => `${what}: ${place}`),
    [
      'certificate: web',
      'certificate: smtp mx.example.com 192.0.2.1 25',
      'certificate: dot example.com 127.0.0.1 853',
      'registration: registration',
    ],
  );
  const published: PublishedEvent[] = [];
  const domainEvents = new FakeDomainEvents();
  const follow = followScan({
    domainEvents,
    publisher: { publish: (event) => void published.push(event) },
    domainWatches: { hasten: async () => false },
    clock: { now: Date.now },
    log: silentLog,
  });
  const told = () =>
    published.flatMap((event) =>
      event.name === 'ssl_expiry_alert' || event.name === 'registration_expiry_alert'
        ? [[event.name, 'endpoint' in event.payload ? event.payload.endpoint : null, event.payload.severity]]
        : [],
    );
  follow(scanned, undefined);
  await until(() => told().length === 3);
  follow(scanned, undefined);
  await until(() => published.filter(({ name }) => name === 'scan_complete').length === 2);
  t.deepEqual(told(), [
    ['ssl_expiry_alert', 'smtp mx.example.com 192.0.2.1 25', 'high'],
    ['ssl_expiry_alert', 'dot example.com 127.0.0.1 853', 'high'],
    ['registration_expiry_alert', null, 'critical'],
  ]);
  t.deepEqual((await domainEvents.list('example.com', new Date(0), 9)).map(({ kind }) => kind).toSorted(), [
    'certificate_expiry',
    'certificate_expiry',
    'registration_expiry',
  ]);
});

test('times that can not be read end nothing', (t) => {
  const server = { host: 'mx', address: '192.0.2.1', port: 25, notAfter: 'soon' };
  const parts = { smtp: samplePart({ result: { servers: [server] } }), 'encrypted-dns': samplePart() };
  t.deepEqual(endingsOfScan(sampleScan({ domain: 'example.com', parts })), []);
});
