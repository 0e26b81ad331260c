import test from 'ava';
import type { PublishedEvent } from '../../../../../collector/ports/system/events.ts';
import { AddressPolicy } from '../../../../../scanner/network/address-policy.ts';
import { createTlsProbe } from '../../../../../scanner/network/tls/create-tls-probe.ts';
import { startTestApi } from '../../../../support/http/http.ts';
import { bindingData } from '../../../../support/scans/generic-data.ts';
import { offlineWorld } from '../../../../support/scans/offline-world.ts';
import { recordedDns } from '../../../../support/scans/recorded-dns.ts';
import { until } from '../../../../support/until.ts';
import { makeAuthority, makeServer } from '../../../../support/x509/make-certificate.ts';
import { startTlsServer } from '../../../../support/x509/tls-server.ts';

const day = 86_400_000;

test('the certificate of a resolver over HTTPS is told of before its end, from its server to the event', async (t) => {
  const ends = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 2.5 * day);
  const lived = { notBefore: new Date(Date.now() - day), notAfter: ends };
  const authority = makeAuthority('Root of tests', lived);
  const server = makeServer(['dns.example.com'], authority, lived);
  const port = await startTlsServer(t, [server, authority], { ALPNProtocols: ['h2'] });
  const api = await startTestApi(t);
  const { scans } = api.world;
  const zone = `_dns.example.com SVCB ${bindingData(`1 dns.example.com. alpn=h2 port=${port} dohpath=/dns-query{?dns}`)}
    dns.example.com A 127.0.0.1`;
  scans.openScan = (signal) => ({
    ...offlineWorld(signal, recordedDns(zone)),
    tls: createTlsProbe({
      policy: new AddressPolicy(['127.0.0.1/32']),
      extraAuthorities: [authority.pem],
    }),
  });
  const { key } = await api.world.addAccount('ada@example.com');
  const scanners = scans.ports.checks
    .filter(({ scanner }) => scanner.id === 'encrypted-dns')
    .map(({ scanner }) => scanner);
  t.is(scanners.length, 1);
  const scan = () =>
    scans.ports.scanDesk.scan({
      domain: 'example.com',
      scanners,
      refresh: true,
      trigger: 'request',
      monitorSeconds: 3_600,
    });
  const told = () => scans.published.filter(({ name }: PublishedEvent) => name === 'ssl_expiry_alert');
  await scan();
  await until(() => told().length > 0);
  const place = `doh dns.example.com 127.0.0.1 ${port}`;
  t.like(told()[0]!.payload, {
    domain: 'example.com',
    endpoint: place,
    days_until_expiry: 2,
    severity: 'high',
    expiry_date: ends.toISOString(),
  });
  await scan();
  await until(() => scans.published.filter(({ name }) => name === 'scan_complete').length === 2);
  t.is(told().length, 1, 'once at each step');
  const { body } = await api.get('/api/v2/history/timeline/example.com', key);
  t.deepEqual(
    (body.story as { kind: string; subject: string }[]).map(({ kind, subject }) => [kind, subject]),
    [['certificate_expiry', place]],
  );
});
