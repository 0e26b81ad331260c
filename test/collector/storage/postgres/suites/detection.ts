import fc from 'fast-check';
import type { FeedState } from '../../../../../collector/ports/threats/feeds.ts';
import type { Indicator } from '../../../../../collector/ports/threats/indicators.ts';
import type { Sighting } from '../../../../../collector/ports/threats/threats.ts';
import { createBatchRegistry } from '../../../../../collector/storage/postgres/batches.ts';
import { createFeedStateStore } from '../../../../../collector/storage/postgres/feed-states.ts';
import { createIndicatorStore } from '../../../../../collector/storage/postgres/indicators.ts';
import type { Postgres } from '../../../../../collector/storage/postgres/pool.ts';
import { createThreatStore } from '../../../../../collector/storage/postgres/threats.ts';
import { allIndicators } from '../../../../support/detection/loaded-indicators.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import {
  claimOf,
  hostileStrings,
  sightingAt,
  someAccount,
} from '../../../../support/engines/postgres-samples.ts';

const everything = { limit: 100, offset: 0 };

export async function claimedBatches(postgres: Postgres, locationId: number, agentId: number, count: number) {
  const claims = Array.from({ length: count }, () => claimOf(locationId, agentId, null));
  await createBatchRegistry(postgres).claim('a', claims);
  return claims.map((claim) => claim.batchId);
}

function indicatorOf(name: string, change: Partial<Indicator> = {}): Indicator {
  return { name, threatType: 'malware', severity: 'high', source: 'feed', description: null, ...change };
}

/** Threats and indicators. */
export const detectionSuite: PostgresSuite = {
  'sightings open one threat for each subject and add to it': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, locations, agentIds } = await someAccount(postgres, 2);
    const [here, there] = locations.map((location) => location.id);
    const batches = await claimedBatches(postgres, here!, agentIds[0]!, 2);
    const threats = createThreatStore(postgres);
    const first = new Date('2025-12-31T23:00:00Z');
    const early = new Date('2026-01-01T00:00:00Z');
    const late = new Date('2026-01-03T00:00:00Z');
    const opened = await threats.record([
      {
        batchId: batches[0]!,
        sightings: [
          sightingAt(here!, { count: 2, severity: 'critical', observedAt: early, firstObservedAt: first }),
          sightingAt(here!, { count: 3, severity: 'low', clientAddress: '192.0.2.99' }),
          sightingAt(there!),
          sightingAt(here!, { subject: 'other.example' }),
        ],
      },
    ]);
    t.is(opened.length, 3);
    t.deepEqual(
      await threats.record([{ batchId: batches[0]!, sightings: [sightingAt(here!, { count: 50 })] }]),
      [],
    );
    t.deepEqual(
      await threats.record([
        {
          batchId: batches[1]!,
          sightings: [
            sightingAt(here!, {
              count: 5,
              observedAt: late,
              message: 'last',
              technique: 'T1071.004',
              evidence: { names: ['a\0b'] },
            }),
          ],
        },
      ]),
      [],
    );
    const grown = (await threats.list(accountId, { locationId: here! }, everything)).threats.find(
      (threat) => threat.subject === 'bad.example',
    );
    t.like(grown, {
      count: 10,
      severity: 'critical',
      clientAddress: '192.0.2.7',
      message: 'last',
      technique: 'T1071.004',
      evidence: { names: ['a\ufffdb'] },
      firstSeenAt: first,
      lastSeenAt: late,
      status: 'open',
    });
  },
  'what shows rows is not replaced by what only tells': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, locations, agentIds } = await someAccount(postgres);
    const here = locations[0]!.id;
    const [first, second, third, fourth] = await claimedBatches(postgres, here, agentIds[0]!, 4);
    const threats = createThreatStore(postgres);
    const day = (number: number) => new Date(Date.UTC(2026, 0, number));
    const shows = { feed: 'list', rows: [{ observed_at: 1, digest: 'a' }], receipt: 'b' };
    const tells = { resolver_id: 3, rows: [], receipt: 'c' };
    const now = async () => (await threats.list(accountId, {}, everything)).threats[0];
    const record = (batchId: string | undefined, ...sightings: Partial<Sighting>[]) =>
      threats.record([{ batchId: batchId!, sightings: sightings.map((one) => sightingAt(here, one)) }]);

    await record(first, { observedAt: day(1), count: 0, evidence: tells, message: 'told' });
    t.like(await now(), { count: 1, evidence: tells });
    await record(
      second,
      { observedAt: day(1), count: 4, evidence: shows, message: 'shown' },
      { observedAt: day(2), count: 0, evidence: tells, message: 'told' },
    );
    t.like(await now(), { count: 5, evidence: shows, message: 'shown', lastSeenAt: day(2) });
    await record(third, { observedAt: day(3), evidence: tells, message: 'told', severity: 'critical' });
    t.like(await now(), { count: 6, evidence: shows, lastSeenAt: day(3), severity: 'critical' });
    const later = { ...shows, receipt: 'd' };
    await record(fourth, { observedAt: day(4), evidence: later, message: 'again' });
    t.like(await now(), { count: 7, evidence: later, message: 'again' });
  },
  'a batch is examined once and a subject opened once, by however many collectors': async (t, connection) => {
    const database = await freshDatabase(t, connection);
    const { accountId, locations, agentIds } = await someAccount(database.open());
    const here = locations[0]!.id;
    const stores = [createThreatStore(database.open()), createThreatStore(database.open())];
    let total = 0;
    const subjects = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(subjects, { minLength: 2, maxLength: 6 }), async (perBatch) => {
        const batches = await claimedBatches(database.open(), here, agentIds[0]!, perBatch.length);
        const tries = perBatch.flatMap((names, index) =>
          stores.map((store) =>
            store.record([
              { batchId: batches[index]!, sightings: names.map((subject) => sightingAt(here, { subject })) },
            ]),
          ),
        );
        const opened = (await Promise.all(tries)).flat();
        total += perBatch.flat().length;
        const { threats } = await stores[0]!.list(accountId, {}, everything);
        const keys = threats.map((threat) => threat.subject);
        t.is(new Set(keys).size, keys.length);
        t.is(new Set(opened.map((threat) => threat.subject)).size, opened.length);
        t.is(
          threats.reduce((sum, threat) => sum + threat.count, 0),
          total,
        );
      }),
      { numRuns: 15 },
    );
  },
  'a batch without sightings is examined too': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { locations, agentIds } = await someAccount(postgres);
    const [batch] = await claimedBatches(postgres, locations[0]!.id, agentIds[0]!, 1);
    const threats = createThreatStore(postgres);
    t.deepEqual(await threats.record([{ batchId: batch!, sightings: [] }]), []);
    t.deepEqual(await threats.record([{ batchId: batch!, sightings: [sightingAt(locations[0]!.id)] }]), []);
  },
  'batches that are recorded together count each once, by whichever of them was not recorded before': async (
    t,
    connection,
  ) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, locations, agentIds } = await someAccount(postgres);
    const here = locations[0]!.id;
    const ids = await claimedBatches(postgres, here, agentIds[0]!, 3);
    const threats = createThreatStore(postgres);
    const batchOf = (index: number, change: Parameters<typeof sightingAt>[1]) => ({
      batchId: ids[index]!,
      sightings: [sightingAt(here, change)],
    });
    await threats.record([batchOf(1, { count: 10, message: 'early' })]);
    const opened = await threats.record([
      batchOf(0, { count: 1, message: 'first' }),
      batchOf(1, { count: 100, message: 'again', severity: 'critical' }),
      batchOf(2, { count: 1_000, message: 'last' }),
      batchOf(2, { count: 1, subject: 'other.example' }),
    ]);
    t.deepEqual(
      opened.map(({ subject }) => subject),
      ['other.example'],
    );
    const { threats: all } = await threats.list(accountId, {}, everything);
    t.like(
      all.find(({ subject }) => subject === 'bad.example'),
      { count: 1_011, message: 'last', severity: 'medium' },
    );
  },
  'a resolved threat stays resolved and the next sighting opens another': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, locations, agentIds } = await someAccount(postgres);
    const { accountId: stranger } = await someAccount(postgres, 0);
    const here = locations[0]!.id;
    const [first, second] = await claimedBatches(postgres, here, agentIds[0]!, 2);
    const threats = createThreatStore(postgres);
    const [opened] = await threats.record([{ batchId: first!, sightings: [sightingAt(here)] }]);
    t.deepEqual(await threats.find(accountId, opened!.id), opened);
    t.is(await threats.find(stranger, opened!.id), undefined);
    t.is(await threats.resolve(stranger, opened!.id, 'mine'), undefined);
    const resolved = await threats.resolve(accountId, opened!.id, 'cleaned up');
    t.like(resolved, { status: 'resolved', resolutionNote: 'cleaned up' });
    t.deepEqual(await threats.resolve(accountId, opened!.id, 'again'), resolved);
    const [reopened] = await threats.record([{ batchId: second!, sightings: [sightingAt(here)] }]);
    t.not(reopened!.id, opened!.id);
    t.is((await threats.list(accountId, { status: 'open' }, everything)).count, 1);
    t.deepEqual((await threats.list(accountId, { status: 'resolved' }, everything)).threats, [resolved!]);
    t.is((await threats.list(accountId, { severity: 'critical' }, everything)).count, 0);
    t.is((await threats.list(stranger, {}, everything)).count, 0);
    t.deepEqual((await threats.list(accountId, {}, { limit: 1, offset: 0 })).threats, [reopened!]);
  },
  'hostile names are recorded and found': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, locations, agentIds } = await someAccount(postgres);
    const here = locations[0]!.id;
    const [batch] = await claimedBatches(postgres, here, agentIds[0]!, 1);
    const sightings = hostileStrings.map((text) =>
      sightingAt(here, { subject: text, queryName: text, clientAddress: text, source: text, message: text }),
    );
    t.is(
      (await createThreatStore(postgres).record([{ batchId: batch!, sightings }])).length,
      hostileStrings.length,
    );
    t.is((await createThreatStore(postgres).list(accountId, {}, everything)).count, hostileStrings.length);
  },
  'a source is replaced as a whole, and only a difference changes the version': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const store = createIndicatorStore(postgres);
    const empty = await allIndicators(store);
    t.deepEqual(empty.indicators, []);
    const one = indicatorOf('one.example');
    const two = indicatorOf('two.example', {
      description: 'a note',
      exact: true,
      row: 7,
      firstSeenAt: 1_700_000_000,
      lastSeenAt: 1_700_000_001,
      expiresAt: 1_900_000_000,
      details: { vendor: 'somebody', years: [2_024, 2_025] },
    });
    t.is(await store.replaceSource('feed', [one, two, indicatorOf('one.example', { severity: 'low' })]), 2);
    t.is(await store.replaceSource('file', [{ ...one, source: 'file' }]), 1);
    const loaded = await allIndicators(store);
    t.deepEqual(loaded.indicators, [one, two, { ...one, source: 'file' }]);
    t.is(loaded.version, await store.version());
    t.not(loaded.version, empty.version);
    await store.replaceSource('feed', [two, one]);
    t.is(await store.version(), loaded.version);
    const three = indicatorOf('three.example');
    t.is(await store.replaceSource('feed', [three, { ...two, severity: 'info' }]), 2);
    t.not(await store.version(), loaded.version);
    t.deepEqual(
      (await store.sources()).map(({ source, count }) => ({ source, count })),
      [
        { source: 'feed', count: 2 },
        { source: 'file', count: 1 },
      ],
    );
    t.deepEqual(
      (await store.page('feed', { limit: 10 })).map(({ name, row }) => [name, row]),
      [
        ['three.example', undefined],
        ['two.example', 7],
      ],
    );
    const found = async (page: object) =>
      (await store.page('feed', { limit: 10, ...page })).map(({ name }) => name);
    t.deepEqual(await found({ contains: 'WO.' }), ['two.example']);
    t.deepEqual(await found({ contains: '%' }), [], 'no pattern');
    t.deepEqual(await found({ after: 'three.example' }), ['two.example']);
    t.deepEqual(await found({ limit: 1 }), ['three.example']);
    t.deepEqual(await store.page('unknown', { limit: 10 }), []);
    t.is(await store.removeSource('feed'), 2);
    t.is(await store.removeSource('feed'), 0);
    t.is((await allIndicators(store)).indicators.length, 1);
  },
  'a source that breaks off while it is read changes nothing': async (t, connection) => {
    const store = createIndicatorStore((await freshDatabase(t, connection)).open());
    await store.replaceSource('feed', [indicatorOf('one.example')]);
    const before = await allIndicators(store);
    function* broken() {
      yield indicatorOf('two.example');
      throw new Error('the feed broke off');
    }
    await t.throwsAsync(store.replaceSource('feed', broken()), { message: 'the feed broke off' });
    t.deepEqual(await allIndicators(store), before);
  },
  'two collectors that replace a source at once leave one of both sets': async (t, connection) => {
    const database = await freshDatabase(t, connection);
    const stores = [1, 2, 3].map(() => createIndicatorStore(database.open({ max: 1 })));
    const names = Array.from({ length: 12_000 }, (_, index) => `n${index}.example`);
    await Promise.all(
      stores.map((store, index) =>
        store.replaceSource(
          'feed',
          names.map((name) => indicatorOf(`${index}.${name}`)),
        ),
      ),
    );
    const { indicators } = await allIndicators(stores[0]!);
    t.is(indicators.length, names.length);
    t.is(new Set(indicators.map(({ name }) => name.slice(0, 2))).size, 1);
  },
  'indicators with hostile names are kept apart': async (t, connection) => {
    const store = createIndicatorStore((await freshDatabase(t, connection)).open());
    const kept = await store.replaceSource(
      "'; --",
      hostileStrings.map((text) => indicatorOf(text, { description: text })),
    );
    t.is(kept, hostileStrings.length);
    t.is((await allIndicators(store)).indicators.length, hostileStrings.length);
  },
  'the state of a feed is kept as it is': async (t, connection) => {
    const store = createFeedStateStore((await freshDatabase(t, connection)).open());
    const state: FeedState = {
      feed: 'phishing',
      status: 'degraded',
      note: "the answer was half as long as before; it's kept",
      lastAttemptAt: 1_700_000_000_123,
      lastOkAt: null,
      fetchedAt: null,
      nextAttemptAt: 1_700_000_060_000,
      etag: 'W/"a\\b"',
      lastModified: null,
      contentHash: null,
      indicatorCount: 3,
      rows: 4,
      malformedRows: 1,
      subtractedRows: 0,
      consecutiveFailures: 2,
      shrunkSince: null,
    };
    t.is(await store.load('phishing'), undefined);
    await store.save(state);
    await store.save({ ...state, feed: 'malware' });
    await store.save({ ...state, status: 'active' });
    t.deepEqual(await store.load('phishing'), { ...state, status: 'active' });
    t.deepEqual(await store.all(), [
      { ...state, feed: 'malware' },
      { ...state, status: 'active' },
    ]);
  },
};
