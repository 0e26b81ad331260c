import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import { TrafficGenerator } from '../../../../collector/bench/generate-traffic.ts';
import type { NamedCount, TrafficPoint, TrafficScope } from '../../../../collector/ports/traffic/traffic.ts';
import { registrableDomain } from '../../../../collector/storage/clickhouse/migrations/rollup.ts';
import { inScope, scopeParameters } from '../../../../collector/storage/clickhouse/queries/counts/scope.ts';
import { ClickHouseRowStore } from '../../../../collector/storage/clickhouse/row-store.ts';
import { createClickHouseStores } from '../../../../collector/storage/clickhouse/stores.ts';
import type { Row } from '../../../../shared/batch/row.ts';
import { decodeRows } from '../../../../shared/batch/row-reader.ts';
import { RowScanner } from '../../../../shared/batch/row-scanner.ts';
import { makeRow, storedBytes } from '../../../support/engines/clickhouse-rows.ts';
import { type MigratedDatabase, startMigratedDatabase } from '../../../support/engines/migrated-database.ts';

let database: MigratedDatabase;
let rows: { location: number; row: Row }[];

const from = Date.UTC(2026, 0, 30, 21, 17, 3);
const to = from + 9 * 3_600_000;

test.before(async () => {
  database = await startMigratedDatabase();
  const { engine, clickhouse } = database;
  const store = new ClickHouseRowStore(clickhouse);
  const generator = new TrafficGenerator({ seed: 3, questions: 500, clients: 40, locations: [1, 2, 3] });
  const batches = [generator.rows(6_000, from, from + 3_600_000), generator.rows(6_000, from, to)];
  rows = batches.flatMap(readStored);
  for (const [index, batch] of batches.entries()) {
    const path = join(engine.directory, 'batch');
    await writeFile(path, batch);
    // A retry must not count twice in any rollup either.
    for (let attempt = 0; attempt < 2; attempt++) await store.insertFile(path, `batch-${index}`);
  }
});

test.after.always(() => database?.dispose());

/** Scopes that are aligned and such that are not, within the data and beyond. */
const scopesOf = (
  locationIds: number[],
  [start, end]: readonly [number, number],
  alignments: readonly number[],
): fc.Arbitrary<TrafficScope> =>
  fc
    .record({
      locationIds: fc.subarray(locationIds, { minLength: 1 }),
      begin: fc.integer({ min: start - 3_600_000, max: end }),
      length: fc.integer({ min: 0, max: end - start }),
      align: fc.constantFrom(...alignments),
    })
    .map(({ locationIds, begin, length, align }) => ({
      locationIds,
      from: new Date(Math.floor(begin / align) * align),
      to: new Date(Math.floor((begin + length) / align) * align),
    }));

const within = (scope: TrafficScope): Row[] =>
  rows
    .filter(({ location, row }) => scope.locationIds.includes(location) && isWithin(scope, row))
    .map(({ row }) => row);

const isWithin = ({ from, to }: TrafficScope, { observedAt }: Row): boolean =>
  observedAt >= from.getTime() * 1_000 && observedAt < to.getTime() * 1_000;

const sum = (list: readonly { readonly count: number }[]): number =>
  list.reduce((total, { count }) => total + count, 0);

function countBy<Name extends string | number>(
  list: readonly Row[],
  key: (row: Row) => Name,
): NamedCount<Name>[] {
  const counts = new Map<Name, number>();
  for (const row of list) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

test('rollups and rows together answer what the rows alone would', async (t) => {
  const traffic = createClickHouseStores(database.clickhouse).traffic;
  await fc.assert(
    fc.asyncProperty(
      scopesOf([1, 2, 3], [from, to], [1, 1, 60_000, 3_600_000]),
      fc.constantFrom(60, 300, 7),
      fc.constantFrom(600, 3_600),
      async (scope, bucketSeconds, latencyBucketSeconds) => {
        if ((scope.to.getTime() - scope.from.getTime()) / bucketSeconds / 1_000 > 10_000) return;
        const expected = within(scope);
        const found = await traffic.overview(scope, { bucketSeconds, latencyBucketSeconds, top: 20 });
        const having = (outcome: Row['outcome']) => expected.filter((row) => row.outcome === outcome).length;
        const times = expected.map(({ observedAt }) => Math.floor(observedAt / 1_000));
        const { latencyMs, ...totals } = found.totals;
        t.deepEqual(totals, {
          queries: expected.length,
          answered: having('answered'),
          unanswered: having('unanswered'),
          orphans: having('orphan'),
          uniqueClients: new Set(expected.map(({ clientAddress }) => clientAddress)).size,
          uniqueNames: new Set(expected.map(({ queryName }) => queryName)).size,
          firstSeenAt: expected.length === 0 ? null : new Date(Math.min(...times)),
          lastSeenAt: expected.length === 0 ? null : new Date(Math.max(...times)),
        });
        checkLatency(t, latencyMs, expected);
        checkSeries(t, found.series, bucketSeconds, expected);
        t.deepEqual(found.topNames, countBy(expected, ({ queryName }) => queryName).slice(0, 20));
        const clients = new Map(
          countBy(expected, (row) => row.clientAddress).map(({ name, count }) => [name, count]),
        );
        t.true(found.topClients.every(({ name, count }) => clients.get(name) === count));
        t.is(sum(found.topClients), sum(countBy(expected, (row) => row.clientAddress).slice(0, 20)));
        t.deepEqual(
          found.types,
          countBy(expected, ({ queryType }) => queryType),
        );
        t.deepEqual(
          found.responseCodes,
          countBy(expected, ({ responseCode }) => responseCode),
        );
        t.deepEqual(
          found.transports,
          countBy(expected, ({ transport }) => transport),
        );
        t.is(sum(found.locations), expected.length);
        t.is(sum(found.agents), expected.length);
        t.deepEqual(found.sizes, {
          queryBytes: expected.reduce((bytes, { querySize }) => bytes + querySize, 0),
          responseBytes: expected.reduce((bytes, { responseSize }) => bytes + responseSize, 0),
        });
        t.is(
          found.latencySeries.some(({ latencyMs }) => latencyMs !== null),
          expected.some(({ outcome }) => outcome === 'answered'),
        );
      },
    ),
    { numRuns: 20 },
  );
});

test('new domains are those that were not asked for before', async (t) => {
  const domains = createClickHouseStores(database.clickhouse).domainSightings;
  const all = { locationIds: [1, 2, 3], from: new Date(from), to: new Date(to) };
  const everything = await domains.newDomains(all, 10_000);
  t.is(
    everything.reduce((total, { queries }) => total + queries, 0),
    rows.length,
  );
  const later = new Date(Math.ceil(from / 3_600_000) * 3_600_000 + 2 * 3_600_000);
  const fresh = await domains.newDomains({ ...all, from: later }, 10_000);
  t.true(fresh.length > 0 && fresh.length < everything.length);
  t.true(fresh.every(({ firstSeenAt }) => firstSeenAt >= later));
  t.is((await domains.newDomains(all, 3)).length, 3);
  const chosen = everything[0]!.domain;
  const suffix = chosen.slice(chosen.indexOf('.') + 1);
  const below = await domains.newDomains(all, 10_000, { suffix });
  t.deepEqual(
    below.map(({ domain }) => domain),
    everything.map(({ domain }) => domain).filter((domain) => domain.endsWith(`.${suffix}`)),
  );
  const like = await domains.newDomains(all, 10_000, { pattern: `?${chosen.slice(1, 3).toUpperCase()}*` });
  t.deepEqual(
    like.map(({ domain }) => domain),
    everything.map(({ domain }) => domain).filter((domain) => domain.slice(1, 3) === chosen.slice(1, 3)),
  );
});

test('domains of days, hours and rows together are those of the rows alone', async (t) => {
  const start = Date.UTC(2026, 0, 29);
  const end = start + 9 * 86_400_000;
  const generator = new TrafficGenerator({ seed: 5, questions: 200, clients: 5, locations: [11, 12] });
  const path = join(database.engine.directory, 'days');
  await writeFile(path, generator.rows(3_000, start, end));
  const store = new ClickHouseRowStore(database.clickhouse);
  for (let attempt = 0; attempt < 2; attempt++) await store.insertFile(path, 'days');
  const traffic = createClickHouseStores(database.clickhouse).traffic;
  await fc.assert(
    fc.asyncProperty(scopesOf([11, 12], [start, end], [1, 3_600_000, 86_400_000]), async (scope) => {
      const expected = await database.clickhouse.query(
        `SELECT ${registrableDomain('query_name')} AS name, count() AS count FROM queries WHERE ${inScope}
         GROUP BY name ORDER BY count DESC, name LIMIT 50`,
        scopeParameters(scope),
      );
      t.deepEqual(await traffic.topDomains(scope, 50), expected as NamedCount<string>[]);
    }),
    { numRuns: 25, examples: [[{ locationIds: [11, 12], from: new Date(start), to: new Date(end) }]] },
  );
});

test('names and domains that fail are those of the rows, of hours and at both ends', async (t) => {
  const start = Date.UTC(2026, 0, 31, 20, 10);
  const end = start + 9 * 3_600_000;
  const generator = new TrafficGenerator({ seed: 6, questions: 400, clients: 5, locations: [21, 22] });
  const path = join(database.engine.directory, 'failing');
  const store = new ClickHouseRowStore(database.clickhouse);
  const generated = generator.rows(8_000, start, end);
  await writeFile(path, generated);
  for (let attempt = 0; attempt < 2; attempt++) await store.insertFile(path, 'failing');
  // Silence after a question to all is no failure; codes beyond the four bits of the header are.
  const [asked, odd] = [{ nameService: 'mdns' as const, responseCode: 65_535 }, { responseCode: 4_095 }].map(
    (change) => makeRow({ ...change, observedAt: (start + 1_800_000) * 1_000, queryName: 'odd.example' }),
  );
  await writeFile(path, storedBytes([asked!, odd!, odd!], 21, 1));
  await store.insertFile(path, 'odd');
  const failed = readStored(generated).filter(({ row }) => row.responseCode !== 0);
  failed.push({ location: 21, row: odd! }, { location: 21, row: odd! });
  const names = [...new Set(failed.map(({ row }) => row.queryName))];
  const domains = await database.clickhouse.query<{ name: string; domain: string }>(
    `SELECT arrayJoin({names:Array(String)}) AS name, ${registrableDomain('name')} AS domain`,
    { names },
  );
  const domainOf = new Map(domains.map(({ name, domain }) => [name, domain]));
  const expectedOf = (scope: TrafficScope, top: number) => {
    const among = failed.filter(
      ({ location, row }) => scope.locationIds.includes(location) && isWithin(scope, row),
    );
    return countBy(
      among.map(({ row }) => row),
      ({ responseCode }) => responseCode,
    ).map(({ name: responseCode, count }) => {
      const having = among.map(({ row }) => row).filter((row) => row.responseCode === responseCode);
      const byName = countBy(having, ({ queryName }) => queryName);
      const byDomain = countBy(having, ({ queryName }) => domainOf.get(queryName)!);
      return {
        responseCode,
        count,
        uniqueNames: byName.length,
        topNames: byName.slice(0, top),
        topDomains: byDomain.slice(0, top),
      };
    });
  };
  const scopes = scopesOf([21, 22], [start, end], [1, 60_000, 3_600_000]);
  const traffic = createClickHouseStores(database.clickhouse).traffic;
  const all = { locationIds: [21, 22], from: new Date(start), to: new Date(end) };
  t.is(expectedOf(all, 5).length, 4);
  await fc.assert(
    fc.asyncProperty(scopes, fc.integer({ min: 1, max: 20 }), async (scope, top) => {
      t.deepEqual(await traffic.topFailures(scope, top), expectedOf(scope, top));
    }),
    { numRuns: 25, examples: [[all, 5]] },
  );
});

test('of more response codes than there are in earnest the most frequent ones are told', async (t) => {
  const observedAt = Date.UTC(2026, 0, 31, 12) * 1_000;
  const made = Array.from({ length: 60 }, (_, index) => 5 + index).flatMap((responseCode) =>
    Array.from({ length: responseCode }, (_, index) =>
      makeRow({ observedAt, responseCode, queryName: `${index % 7}.example` }),
    ),
  );
  const path = join(database.engine.directory, 'codes');
  await writeFile(path, storedBytes(made, 31, 1));
  await new ClickHouseRowStore(database.clickhouse).insertFile(path, 'codes');
  const scope = {
    locationIds: [31],
    from: new Date(observedAt / 1_000),
    to: new Date(observedAt / 1_000 + 1),
  };
  const found = await createClickHouseStores(database.clickhouse).traffic.topFailures(scope, 2);
  t.deepEqual(
    found.map(({ responseCode, count, uniqueNames }) => [responseCode, count, uniqueNames]),
    Array.from({ length: 16 }, (_, index) => [64 - index, 64 - index, 7]),
  );
});

test('domains that are known are told with their locations, those seen last first', async (t) => {
  const known = (
    await Array.fromAsync(createClickHouseStores(database.clickhouse).knownDomains.latest(10_000))
  ).flat();
  t.true(known.length > 0);
  t.true(known.every(({ firstSeen, lastSeen }) => firstSeen <= lastSeen));
  t.true(known.every(({ lastSeen }, index) => index === 0 || lastSeen <= known[index - 1]!.lastSeen));
  t.true(known.every(({ domain }) => domain !== ''));
  // Other tests store at places of their own, before this one or beside it.
  const places = new Set(known.map(({ locationId }) => locationId));
  t.true(rows.every(({ location }) => places.has(location)));
  t.is(new Set(known.map(({ locationId, domain }) => `${locationId} ${domain}`)).size, known.length);
  const few = (
    await Array.fromAsync(createClickHouseStores(database.clickhouse).knownDomains.latest(2))
  ).flat();
  t.is(few.length, 2);
});

test('a domain is the public suffix and one label', async (t) => {
  const everything = await createClickHouseStores(database.clickhouse).domainSightings.newDomains(
    { locationIds: [1, 2, 3], from: new Date(from), to: new Date(to) },
    10_000,
  );
  const names = new Set(everything.map(({ domain }) => domain));
  t.true([...names].some((name) => /^[^.]+\.cloudfront\.net$/.test(name)));
  t.false(names.has('cloudfront.net'));
  t.false(names.has('co.uk'));
  t.true([...names].some((name) => /^[^.]+\.co\.uk$/.test(name)));
});

function checkSeries(
  t: { is(value: number, expected: number): void },
  points: readonly TrafficPoint[],
  seconds: number,
  expected: readonly Row[],
): void {
  t.is(sum(points.map(({ queries: count }) => ({ count }))), expected.length);
  const busiest = points.find(({ queries }) => queries > 0);
  if (busiest === undefined) return;
  const end = busiest.at.getTime() + seconds * 1_000;
  const inBucket = expected.filter(
    ({ observedAt }) => observedAt >= busiest.at.getTime() * 1_000 && observedAt < end * 1_000,
  );
  t.is(busiest.queries, inBucket.length);
}

function checkLatency(
  t: { true(value: boolean, message?: string): void },
  found: { p50: number } | null,
  expected: readonly Row[],
): void {
  const latencies = expected
    .filter(({ outcome }) => outcome === 'answered')
    .map(({ latency }) => latency / 1_000)
    .sort((a, b) => a - b);
  if (latencies.length === 0) {
    t.true(found === null);
    return;
  }
  const low = latencies[Math.floor((latencies.length - 1) / 2)]! * 0.97;
  const high = latencies[Math.floor(latencies.length / 2)]! * 1.03;
  t.true(found!.p50 >= low && found!.p50 <= high, `${low} ${found!.p50} ${high}`);
}

/** Rows in the stored form as objects, with their location. */
function readStored(bytes: Buffer): { location: number; row: Row }[] {
  const found: { location: number; row: Row }[] = [];
  for (let position = 0; position < bytes.length; ) {
    const location = bytes.readUInt32LE(position);
    const scanner = new RowScanner(bytes.subarray(position + 8, position + 8 + 4_096));
    // What follows the first row need not be one: the next row's place comes first.
    scanner.next();
    const end = position + 8 + scanner.rowEnd;
    found.push({ location, row: decodeRows(bytes.subarray(position + 8, end))[0]! });
    position = end;
  }
  return found;
}
