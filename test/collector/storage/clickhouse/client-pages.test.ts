import test from 'ava';
import fc from 'fast-check';
import {
  only,
  type QueryFilter,
  type QuerySearch,
} from '../../../../collector/ports/traffic/query-search.ts';
import { ClickHouseRowStore } from '../../../../collector/storage/clickhouse/row-store.ts';
import { createClickHouseStores } from '../../../../collector/storage/clickhouse/stores.ts';
import { makeRow, writeRows } from '../../../support/engines/clickhouse-rows.ts';
import { type MigratedDatabase, startMigratedDatabase } from '../../../support/engines/migrated-database.ts';

const day = 86_400_000;
const today = Math.floor(Date.now() / day) * day;
const start = today - 12 * day;
const clients = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];

let database: MigratedDatabase;
let search: QuerySearch;

/** Days with many rows, few and none; the third client is there on one of five days. */
const rows = Array.from({ length: 900 }, (_, index) => {
  const wave = Math.floor(((index * index) % 900) / 75);
  return {
    at: start + wave * day + ((index * 7_919) % 86_400) * 1_000,
    client: clients[wave % 5 === 0 ? index % 3 : index % 2]!,
    type: index % 4 === 0 ? 28 : 1,
    port: 1_000 + index,
  };
});
/** Those that are gone, as a location's retention has it, while what was counted of them stays. */
const isGone = ({ at, port }: (typeof rows)[number]): boolean => at < start + 9 * day && port % 6 !== 0;

test.before(async () => {
  database = await startMigratedDatabase();
  const { engine, clickhouse } = database;
  search = createClickHouseStores(clickhouse).querySearch;
  const stored = rows.map(({ at, client, type, port }) =>
    makeRow({ observedAt: at * 1_000, clientAddress: client, queryType: type, clientPort: port }),
  );
  const path = await writeRows(engine.directory, stored, { locationId: 1, agentId: 4 });
  await new ClickHouseRowStore(clickhouse).insertFile(path, 'rows');
  await clickhouse.command(
    `ALTER TABLE queries DELETE WHERE client_port % 6 != 0 AND observed_at < {before:DateTime64(3, 'UTC')}
     SETTINGS mutations_sync = 1`,
    { before: new Date(start + 9 * day) },
  );
});

test.after.always(() => database?.dispose());

test("a client's pages hold what a look at all rows finds, though days have fewer rows than were counted", async (t) => {
  const time = fc.integer({ min: start - day, max: today + day });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...clients),
      fc.tuple(time, time).filter(([a, b]) => a !== b),
      fc.integer({ min: 3, max: 250 }),
      fc.option(fc.constantFrom(1, 28), { nil: undefined }),
      async (client, ends, limit, queryType) => {
        const [from, to] = ends.toSorted((a, b) => a - b) as [number, number];
        const expected = rows
          .filter((row) => row.client === client && row.at >= from && row.at < to && !isGone(row))
          .filter(({ type }) => queryType === undefined || type === queryType)
          .toSorted((a, b) => b.at - a.at || b.port - a.port)
          .map(({ port }) => port);
        const filter: QueryFilter = {
          locationIds: [1],
          from: new Date(from),
          to: new Date(to),
          clients: only(client),
          queryTypes: queryType === undefined ? undefined : only(queryType),
        };
        const found: number[] = [];
        let cursor: string | undefined;
        do {
          const page = await search.search(filter, { limit, cursor });
          found.push(...page.queries.map(({ clientPort }) => clientPort));
          if (page.nextCursor !== null) t.is(page.queries.length, limit);
          cursor = page.nextCursor ?? undefined;
        } while (cursor !== undefined && found.length < 3 * limit);
        t.deepEqual(found, expected.slice(0, cursor === undefined ? undefined : found.length));
      },
    ),
    { numRuns: 40 },
  );
});
