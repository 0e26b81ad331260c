import test from 'ava';
import { defaultSettings } from '../../../../../collector/domain/detection/settings.ts';
import { QuestionPace } from '../../../../../collector/domain/intelligence/watch/question-pace.ts';
import {
  listedDomains,
  watchDomains,
} from '../../../../../collector/domain/intelligence/watch/watch-domains.ts';
import type { PublishedEvent } from '../../../../../collector/ports/system/events.ts';
import type { Threat } from '../../../../../collector/ports/threats/threats.ts';
import { createDomainEventStore } from '../../../../../collector/storage/postgres/scans/domain-events.ts';
import { createDomainWatchStore } from '../../../../../collector/storage/postgres/scans/domain-watches.ts';
import type { ZoneServers } from '../../../../../scanner/ports/dns-resolution.ts';
import { freshDatabase } from '../../../../support/engines/postgres.ts';
import { someAccount } from '../../../../support/engines/postgres-samples.ts';
import { offlineWorld } from '../../../../support/scans/offline-world.ts';
import { recordedDns } from '../../../../support/scans/recorded-dns.ts';
import { silentLog } from '../../../../support/silent-log.ts';
import { systemRandom } from '../../../../support/system-random.ts';

const old = `
  watched.example SOA ns1.watched.example. hostmaster.watched.example. 1 3600 600 86400 300
  watched.example NS ns1.watched.example.
  watched.example A 192.0.2.1
  watched.example TXT "v=spf1 mx -all"
  _dmarc.watched.example TXT "v=DMARC1; p=reject"
`;

async function world(t: Parameters<typeof freshDatabase>[0]) {
  const postgres = (await freshDatabase(t)).open();
  const { locations } = await someAccount(postgres, 2);
  const [here, there] = locations.map(({ id }) => id) as [number, number];
  const settings = {
    ...defaultSettings,
    lookalike: { ...defaultSettings.lookalike, watched: ['Watched.example', 'example'] },
  };
  const rules = new Map([
    [here, settings],
    [there, defaultSettings],
  ]);
  const detectionRules = { locations: rules, settingsOf: (id: number) => rules.get(id) ?? defaultSettings };
  const domainWatches = createDomainWatchStore(postgres);
  const published: PublishedEvent[] = [];
  const threats: Threat[] = [];
  const servers = new Map<string, string>();
  let first = old;
  let now = Date.UTC(2026, 4, 1);
  const zone = (): ZoneServers => ({
    apex: 'watched.example',
    parent: 'example',
    delegated: [],
    own: [...servers.keys()].map((address, index) => ({
      name: `ns${index}`,
      addresses: [address],
      glue: [],
    })),
  });
  await domainWatches.follow(listedDomains(rules), 1e9);
  return {
    here,
    published,
    threats,
    servers,
    domainEvents: createDomainEventStore(postgres),
    say: (text: string) => {
      first = text;
    },
    /** Everything is asked for again, some minutes later. */
    look: async (minutes = 5) => {
      now += minutes * 60_000;
      await domainWatches.hasten('watched.example');
      await watchDomains(
        {
          domainWatches,
          detectionRules,
          publisher: { publish: (event) => void published.push(event) },
          openScan: (signal) => {
            const main = recordedDns(first);
            return offlineWorld(signal, {
              ...main,
              zoneOf: async () => zone(),
              ask: (server, question) => recordedDns(servers.get(server)!).ask(server, question),
            });
          },
          questionPace: new QuestionPace(100_000, Date),
          watchEvery: 3_600_000,
          clock: { now: () => now },
          random: systemRandom,
          log: silentLog,
          onThreat: (threat) => void threats.push(threat),
        },
        new AbortController().signal,
      );
    },
  };
}

test('what two servers agree on is told, kept, and a threat where the domain is listed', async (t) => {
  const { servers, say, look, published, threats, domainEvents, here } = await world(t);
  await look();
  t.deepEqual(published, [], 'the first look is what others are compared with');
  const now = old.replace('p=reject', 'p=none').replace('192.0.2.1', '192.0.2.2');
  servers.set('198.51.100.1', old);
  say(now);
  await look();
  t.deepEqual(published, [], 'the other server says what it said before');
  servers.set('198.51.100.1', now);
  await look(1);
  t.deepEqual(
    published
      .map(({ payload }) => payload)
      .map((one) => 'record_type' in one && [one.record_type, one.old_value, one.new_value, one.severity])
      .toSorted(),
    [
      ['A', '192.0.2.1', '192.0.2.2', 'low'],
      ['_dmarc TXT', '"v=DMARC1; p=reject"', '"v=DMARC1; p=none"', 'high'],
    ],
  );
  t.like(threats, {
    length: 1,
    0: { type: 'ownership_change', subject: 'watched.example', severity: 'high', locationId: here },
  });
  t.is((await domainEvents.list('watched.example', new Date(0), 10)).length, 2);
  await look();
  t.is(published.length, 2, 'and not again');
});

test('a server that does not answer changes nothing, and one alone must say it twice', async (t) => {
  const { say, look, published } = await world(t);
  await look();
  say('watched.example ANY !servfail');
  await look();
  t.is(published.length, 0);
  say(old.replace('192.0.2.1', '192.0.2.9'));
  await look();
  t.is(published.length, 0);
  await look(1);
  t.is(published.length, 1);
});

test('questions go out evenly', async (t) => {
  let now = 0;
  const waits: number[] = [];
  const pace = new QuestionPace(1_000, { now: () => now });
  now = 1_000;
  const { signal } = new AbortController();
  const began = performance.now();
  await Promise.all(
    Array.from({ length: 20 }, () => pace.take(10, signal).then(() => waits.push(performance.now() - began))),
  );
  t.true(waits.at(-1)! >= 80, 'what was saved up is a tenth of a second');
});
