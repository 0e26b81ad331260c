import test from 'ava';
import { alertExpiry } from '../../../../../collector/domain/intelligence/scan/alert-expiry.ts';
import { monitorDomains } from '../../../../../collector/domain/intelligence/scan/monitor-domains.ts';
import type { PublishedEvent } from '../../../../../collector/ports/system/events.ts';
import { FakeDomainEvents } from '../../../../support/fakes/scans/domain-events.ts';
import { FakeScans } from '../../../../support/fakes/scans/scans.ts';
import { FakeFeedStates } from '../../../../support/fakes/threats/feed-states.ts';
import { offlineWorld } from '../../../../support/scans/offline-world.ts';
import { recordedDns } from '../../../../support/scans/recorded-dns.ts';
import { sampleScan } from '../../../../support/scans/sample-scan.ts';
import { silentLog } from '../../../../support/silent-log.ts';

const day = 86_400_000;

test('the end of a certificate is told of at each step once, the nearer the graver', async (t) => {
  const domainEvents = new FakeDomainEvents();
  const end = Date.UTC(2026, 5, 1);
  const told: (string | number)[][] = [];
  const ending = {
    domain: 'example.com',
    what: 'certificate',
    place: 'web',
    identity: 'ab',
    endsAt: new Date(end).toISOString(),
  } as const;
  for (const left of [60, 30.5, 30, 20, 14, 14, 7, 3, 2, 1, 0.5, -0.1, -5]) {
    await alertExpiry(ending, {
      domainEvents,
      clock: { now: () => end - left * day },
      publisher: {
        publish: (event: PublishedEvent) => {
          if (event.name === 'ssl_expiry_alert')
            told.push([event.payload.days_until_expiry, event.payload.severity]);
        },
      },
    });
  }
  t.deepEqual(told, [
    [30, 'low'],
    [14, 'medium'],
    [7, 'high'],
    [3, 'high'],
    [1, 'critical'],
    [-1, 'critical'],
  ]);
});

test('two certificates that a site serves in turns are each told of once', async (t) => {
  const domainEvents = new FakeDomainEvents();
  const now = Date.UTC(2026, 4, 1);
  const told: string[] = [];
  for (let scan = 0; scan < 6; scan++) {
    const [identity, left] = scan % 2 === 0 ? ['ecdsa', 10] : ['rsa', 12];
    await alertExpiry(
      {
        domain: 'example.com',
        what: 'certificate',
        place: 'web',
        identity,
        endsAt: new Date(now + left * day).toISOString(),
      },
      {
        domainEvents,
        clock: { now: () => now + scan * 60_000 },
        publisher: {
          publish: (event: PublishedEvent) => {
            if (event.name === 'ssl_expiry_alert') told.push(event.payload.expiry_date);
          },
        },
      },
    );
  }
  t.deepEqual(told, [new Date(now + 10 * day).toISOString(), new Date(now + 12 * day).toISOString()]);
});

test('monitored domains that are due are scanned again, and what changed is told', async (t) => {
  const scans = new FakeScans(new FakeFeedStates());
  const serve = (address: string) => {
    scans.openScan = (signal) => offlineWorld(signal, recordedDns(`example.com A ${address}`));
  };
  serve('192.0.2.1');
  const scanners = scans.ports.checks.filter(({ level }) => level === 'basic').map(({ scanner }) => scanner);
  const request = { domain: 'example.com', scanners, refresh: true, trigger: 'request' } as const;
  await scans.ports.scanDesk.scan({ ...request, monitorSeconds: 3_600 });
  // As if its time had come: the memory's domains are due when they are recorded without a wait.
  const known = await scans.trackedDomains.find('example.com');
  await scans.trackedDomains.record([
    {
      scan: sampleScan({ domain: 'example.com', parts: known!.parts, summary: known!.summary }),
      monitorSeconds: 0,
    },
  ]);
  serve('192.0.2.2');
  const ports = { ...scans.ports, log: silentLog };
  await monitorDomains(ports, new AbortController().signal);
  const changes = scans.published.filter(({ name }) => name === 'dns_change');
  t.like(changes, { 0: { payload: { record_type: 'A', old_value: '192.0.2.1', new_value: '192.0.2.2' } } });
  t.is(changes.length, 1);
  t.is((await scans.domainScans.list('example.com', 5)).scans[0]?.trigger, 'monitor');
  await monitorDomains(ports, new AbortController().signal);
  t.is((await scans.domainScans.list('example.com', 5)).count, 2, 'and not before they are due again');
});
