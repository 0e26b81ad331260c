import type { Transport } from '@sonde/shared/batch/row-layout.ts';
import type { LeakSystem } from '@sonde/shared/dns/outside-dns.ts';
import test from 'ava';
import fc from 'fast-check';
import {
  maxCursorLength,
  only,
  type QueryFilter,
  type QuerySearch,
  type StoredQuery,
} from '../../../../collector/ports/traffic/query-search.ts';
import type { ClickHouse } from '../../../../collector/storage/clickhouse/clickhouse.ts';
import { createClickHouseStores } from '../../../../collector/storage/clickhouse/stores.ts';
import { conditionsMatcher } from '../../../../shared/batch/matches-conditions.ts';
import type { Row } from '../../../../shared/batch/row.ts';
import { allModes, inEachMode } from '../../../support/engines/clickhouse-modes.ts';
import { makeRow, writeRows } from '../../../support/engines/clickhouse-rows.ts';

inEachMode(allModes, (mode, stores) => {
  let clickhouse: ClickHouse;
  let search: QuerySearch;

  const start = Date.UTC(2026, 1, 1);
  const day = 86_400_000;
  const filter: QueryFilter = { locationIds: [1], from: new Date(start), to: new Date(start + 40 * day) };

  const names = [
    'example.com',
    'www.example.com',
    'a.b.example.com',
    'notexample.com',
    'example.com.evil.net',
    'x-example.com',
  ];

  test.serial.before(async () => {
    clickhouse = stores().clickhouse[mode];
    search = createClickHouseStores(clickhouse).querySearch;
    const rows = stores().rows[mode];
    const here = Array.from({ length: 400 }, (_, index) =>
      makeRow({
        // Ten rows at the same microsecond each, ten times a day.
        observedAt: (start + Math.floor(index / 10) * (day / 10)) * 1_000,
        clientPort: 1_000 + index,
        clientAddress: index % 7 === 0 ? '2001:db8::7' : `192.0.2.${index % 7}`,
        queryName: names[index % names.length]!,
        queryType: index % 2 === 0 ? 1 : 28,
        responseCode: index % 5 === 0 ? 3 : 0,
      }),
    );
    const rare = makeRow({
      observedAt: (start + 3 * day) * 1_000,
      clientAddress: '203.0.113.9',
      queryName: 'rare.example.org',
      extendedErrors: [15],
      records: [
        { section: 'answer', name: 'rare.example.org', type: 16, ttl: 9, data: '"it\'s \\"quoted\\""' },
      ],
    });
    await rows.insertFile(
      await writeRows(stores().engine.directory, [...here, rare], { locationId: 1, agentId: 4 }),
      'here',
    );
    await rows.insertFile(
      await writeRows(stores().engine.directory, [makeRow()], { locationId: 2 }),
      'elsewhere',
    );
  });

  async function all(wanted: QueryFilter, limit: number): Promise<StoredQuery[]> {
    const found: StoredQuery[] = [];
    let cursor: string | undefined;
    for (;;) {
      const page = await search.search(wanted, { limit, cursor });
      found.push(...page.queries);
      if (page.nextCursor === null) return found;
      cursor = page.nextCursor;
    }
  }

  test(`${mode}: pages hold every row once, newest first`, async (t) => {
    for (const limit of [23, 1_000]) {
      const found = await all(filter, limit);
      t.is(found.length, 401);
      t.is(new Set(found.map(({ clientPort, observedAt }) => `${clientPort} ${observedAt}`)).size, 401);
      t.deepEqual(
        found.map(({ observedAt }) => observedAt),
        found.map(({ observedAt }) => observedAt).toSorted((a, b) => b - a),
      );
    }
  });

  const told = ({ observedAt, clientAddress, queryName, responseCode, latency }: Row): string =>
    [observedAt, clientAddress, queryName, responseCode, latency].join(' ');

  test(`${mode}: rows that programs sent with the time in seconds and no port are all in the pages, the same ones included`, async (t) => {
    const at = Date.UTC(2026, 6, 1, 12) * 1_000;
    const arbitraryRow = fc.record({
      observedAt: fc.constantFrom(at, at, at + 1_000_000, at - 90_000_000_000),
      clientAddress: fc.constantFrom('192.0.2.1', '192.0.2.200', '10.0.0.1', '2001:db8::1', '::1'),
      queryName: fc.constantFrom('a.example', 'b.example'),
      responseCode: fc.constantFrom(0, 3),
      latency: fc.constantFrom(0, 70_000),
    });
    let locationId = 100;
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitraryRow, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 25 }),
        async (changes, limit) => {
          locationId++;
          const sent = changes.map((change) => makeRow({ ...change, clientPort: 0, messageId: 0 }));
          const path = await writeRows(stores().engine.directory, sent, { locationId, agentId: 4 });
          await stores().rows[mode].insertFile(path, `alike-${locationId}`);
          const found = await all(
            {
              locationIds: [locationId],
              from: new Date(Date.UTC(2026, 5, 1)),
              to: new Date(Date.UTC(2026, 7, 1)),
            },
            limit,
          );
          t.deepEqual(found.map(told).sort(), sent.map(told).sort());
          const times = found.map(({ observedAt }) => observedAt);
          t.deepEqual(
            times,
            times.toSorted((a, b) => b - a),
          );
        },
      ),
      { numRuns: 12 },
    );
  });

  test(`${mode}: the longest of names fits into a cursor`, async (t) => {
    const label = (octets: number): string => '\\255'.repeat(octets);
    const queryName = [label(63), label(63), label(63), label(61)].join('.');
    const rows = [1, 2].map(() => makeRow({ queryName }));
    const path = await writeRows(stores().engine.directory, rows, { locationId: 90, agentId: 4 });
    await stores().rows[mode].insertFile(path, 'longest');
    const january = { locationIds: [90], from: new Date(Date.UTC(2026, 0, 1)), to: new Date(start) };
    const { nextCursor } = await search.search(january, { limit: 1 });
    t.true(nextCursor!.length <= maxCursorLength);
    t.is((await all(january, 1)).length, 2);
  });

  test(`${mode}: a row comes back whole`, async (t) => {
    const [found] = await all({ ...filter, names: only('rare.example.org') }, 10);
    const expected = makeRow({
      observedAt: (start + 3 * day) * 1_000,
      clientAddress: '203.0.113.9',
      queryName: 'rare.example.org',
      extendedErrors: [15],
      records: [
        { section: 'answer', name: 'rare.example.org', type: 16, ttl: 9, data: '"it\'s \\"quoted\\""' },
      ],
    });
    t.deepEqual(found, { ...expected, locationId: 1, agentId: 4 });
  });

  test(`${mode}: a suffix covers the name itself and all below, and nothing that merely ends alike`, async (t) => {
    const found = await all({ ...filter, suffixes: only('example.com') }, 1_000);
    t.deepEqual([...new Set(found.map(({ queryName }) => queryName))].sort(), [
      'a.b.example.com',
      'example.com',
      'www.example.com',
    ]);
    t.is((await all({ ...filter, suffixes: only('.') }, 1_000)).length, 401);
    t.is((await all({ ...filter, suffixes: only("%' OR 1 = 1 --") }, 1_000)).length, 0);
  });

  test(`${mode}: conditions hold together`, async (t) => {
    const everything = await all(filter, 1_000);
    const check = async (
      part: Partial<QueryFilter>,
      keep: (query: StoredQuery) => boolean,
    ): Promise<void> => {
      const found = await all({ ...filter, ...part }, 23);
      t.deepEqual(found, everything.filter(keep));
      t.true(found.length > 0);
    };
    await check({ clients: only('2001:db8:0:0::7') }, (query) => query.clientAddress === '2001:db8::7');
    await check({ clients: only('203.0.113.9') }, (query) => query.clientAddress === '203.0.113.9');
    await check({ queryTypes: only(28) }, (query) => query.queryType === 28);
    await check(
      { responseCodes: only(3), names: only('example.com'), clients: only('192.0.2.2') },
      (query) =>
        query.responseCode === 3 && query.queryName === 'example.com' && query.clientAddress === '192.0.2.2',
    );
    await check(
      { from: new Date(start + 3 * day), to: new Date(start + 3 * day + 1) },
      ({ observedAt }) => observedAt === (start + 3 * day) * 1_000,
    );
  });

  test(`${mode}: any filter finds what its conditions match, and is counted as it is found`, async (t) => {
    const { traffic } = createClickHouseStores(clickhouse);
    const everything = await all(filter, 1_000);
    const choiceOf = <Value>(...values: Value[]) =>
      fc.option(
        fc.record({
          any: fc.subarray(values, { maxLength: 2 }),
          none: fc.subarray(values, { maxLength: 2 }),
        }),
        { nil: undefined },
      );
    const conditions = fc.record({
      clients: choiceOf('2001:db8:0:0::7', '192.0.2.1', '192.0.2.2', '203.0.113.9'),
      servers: choiceOf('192.0.2.53', '198.51.100.1'),
      names: choiceOf(...names, 'rare.example.org'),
      suffixes: choiceOf('example.com', 'com', 'b.example.com', '.', "%' OR 1 = 1 --"),
      leaks: choiceOf<LeakSystem>('onion', 'ens'),
      queryTypes: choiceOf(1, 28),
      responseCodes: choiceOf(0, 3),
      agents: choiceOf(4, 5),
      transports: choiceOf<Transport>('udp', 'tcp', 'quic'),
      policyRules: choiceOf('', 'rule'),
      slowerThan: fc.option(fc.constantFrom(0, 12_344, 12_345), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(conditions, async (wanted) => {
        const expected = everything.filter(conditionsMatcher(wanted));
        t.deepEqual(await all({ ...filter, ...wanted }, 1_000), expected);
        const counted = await traffic.histogram({ ...filter, ...wanted }, 86_400);
        t.is(
          counted.reduce((sum, { queries }) => sum + queries, 0),
          expected.length,
        );
        t.is(counted.length, 40);
        const { totals, topClients } = await traffic.overview(
          { ...filter, ...wanted },
          { bucketSeconds: 86_400, latencyBucketSeconds: 86_400, top: 100 },
        );
        t.is(totals.queries, expected.length);
        t.is(totals.uniqueClients, new Set(expected.map((query) => query.clientAddress)).size);
        t.is(
          topClients.reduce((sum, { count }) => sum + count, 0),
          expected.length,
        );
      }),
      { numRuns: 25 },
    );
  });

  test(`${mode}: locations of others are out of sight`, async (t) => {
    t.is((await all({ ...filter, locationIds: [2] }, 10)).length, 0);
    t.is((await all({ ...filter, locationIds: [] }, 10)).length, 0);
    const january = { ...filter, from: new Date(start - 31 * day), to: new Date(start) };
    t.is((await all({ ...january, locationIds: [2] }, 10)).length, 1);
    t.is((await all({ ...january, locationIds: [1] }, 10)).length, 0);
  });

  test(`${mode}: a cursor that is none is refused`, async (t) => {
    for (const cursor of [
      '',
      'x',
      Buffer.from('[1]').toString('base64url'),
      Buffer.from('{}').toString('base64url'),
    ]) {
      const error = await t.throwsAsync(search.search(filter, { limit: 1, cursor }), { name: 'StoreError' });
      t.is((error as { kind?: string }).kind, 'refused');
    }
  });

  test(`${mode}: an export gives all rows, and stops when it is told to`, async (t) => {
    let count = 0;
    for await (const queries of search.export(filter)) count += queries.length;
    t.is(count, 401);
    for await (const _ of search.export(filter, AbortSignal.abort())) t.fail();
  });

  test(`${mode}: pages are whole where a moment has more rows than a page`, async (t) => {
    const at = (start + 30 * day) * 1_000;
    const crowd = Array.from({ length: 120 }, (_, index) =>
      makeRow({
        observedAt: at + (index % 3 === 0 ? 1 : 0),
        clientPort: 10_000 + index,
        messageId: index % 2,
      }),
    );
    const path = await writeRows(stores().engine.directory, crowd, { locationId: 9 });
    await stores().rows[mode].insertFile(path, 'crowd');
    const wanted = { ...filter, locationIds: [9] };
    const whole = await all(wanted, 1_000);
    t.is(whole.length, 120);
    for (const limit of [5, 19, 120]) t.deepEqual(await all(wanted, limit), whole);
    t.deepEqual(
      whole.map(({ observedAt, clientPort }) => [observedAt, clientPort]),
      crowd
        .map(({ observedAt, clientPort }) => [observedAt, clientPort])
        .sort((a, b) => b[0]! - a[0]! || b[1]! - a[1]!),
    );
  });
});
