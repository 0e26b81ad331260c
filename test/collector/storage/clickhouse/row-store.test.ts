import { rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import type { ClickHouse } from '../../../../collector/storage/clickhouse/clickhouse.ts';
import { leanTime } from '../../../../collector/storage/clickhouse/lean-rows.ts';
import { queriesColumns } from '../../../../collector/storage/clickhouse/migrations/queries-columns.ts';
import { oneMachine } from '../../../../collector/storage/clickhouse/migrations/topology.ts';
import { ClickHouseRowStore } from '../../../../collector/storage/clickhouse/row-store.ts';
import type { Row } from '../../../../shared/batch/row.ts';
import { factKinds } from '../../../../shared/batch/row-facts.ts';
import { rowColumns } from '../../../../shared/batch/row-layout.ts';
import { addressBytes, addressText } from '../../../../shared/net/address.ts';
import { arbitraryRow } from '../../../support/engines/arbitrary-row.ts';
import { modes, startTestStores, type TestStores } from '../../../support/engines/clickhouse-modes.ts';
import { makeRow, writeRows } from '../../../support/engines/clickhouse-rows.ts';
import { testRandom } from '../../../support/test-seed.ts';
import { until } from '../../../support/until.ts';

let stores: TestStores;

test.before(async () => {
  stores = await startTestStores(modes);
});

test.after.always(() => stores.dispose());

const countOf = async (clickhouse: ClickHouse, locationId: number): Promise<number> => {
  const [row] = await clickhouse.query<{ c: number }>(
    'SELECT count() AS c FROM queries WHERE location_id = {id:UInt32}',
    { id: locationId },
  );
  return row!.c;
};

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => makeRow({ queryName: `name-${index}.example` }));

/** All columns of a location's rows, in an order that rows of a file can be brought into as well. */
async function storedIn(clickhouse: ClickHouse, location: number): Promise<string[]> {
  const found = await clickhouse.query<Record<string, unknown>>(
    `SELECT * REPLACE (toUnixTimestamp64Micro(observed_at) AS observed_at) FROM queries
     WHERE location_id = {location:UInt32}`,
    { location },
  );
  return sortedTexts(found);
}

function asStored(
  rows: readonly Row[],
  { locationId, agentId }: { locationId: number; agentId: number },
): string[] {
  return sortedTexts(rows.map((row) => ({ location_id: locationId, agent_id: agentId, ...storedRow(row) })));
}

function sortedTexts(list: readonly object[]): string[] {
  return list.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))).sort();
}

for (const mode of modes) {
  test.serial(`${mode}: the table has the columns of a file of rows`, async (t) => {
    const columns = await stores.clickhouse[mode].query<{ name: string; type: string }>(
      "SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = 'queries' AND default_kind = ''",
    );
    const byName = (list: readonly { name: string }[]) =>
      [...list].sort((a, b) => (a.name < b.name ? -1 : 1));
    t.deepEqual(byName(columns), byName(queriesColumns));
    t.deepEqual(queriesColumns.slice(2), [...rowColumns]);
  });

  test.serial(`${mode}: what goes in comes out, in every column`, async (t) => {
    const clickhouse = stores.clickhouse[mode];
    const store = new ClickHouseRowStore(clickhouse);
    let location = 1_000;
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryRow, { minLength: 1, maxLength: 40 }), async (rows) => {
        location++;
        const path = await writeRows(stores.engine.directory, rows, { locationId: location, agentId: 5 });
        await store.insertFile(path, `property-${mode}-${location}`);
        t.deepEqual(
          await storedIn(clickhouse, location),
          asStored(rows, { locationId: location, agentId: 5 }),
        );
      }),
      { numRuns: 8 },
    );
  });

  test.serial(`${mode}: a lean store keeps what it says of each row, once, and no passive DNS`, async (t) => {
    const clickhouse = stores.clickhouse[mode];
    const store = new ClickHouseRowStore(clickhouse, oneMachine, 'lean');
    const whole = new ClickHouseRowStore(clickhouse);
    let location = 3_000;
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryRow, { minLength: 1, maxLength: 40 }), async (rows) => {
        location++;
        const kept = rows.map((row) => ({
          ...row,
          observedAt: leanTime(row.observedAt),
          clientPort: 0,
          messageId: 0,
          records: [],
        }));
        const place = { locationId: location, agentId: 5 };
        const path = await writeRows(stores.engine.directory, rows, place);
        for (const _ of [1, 2]) await store.insertFile(path, `lean-${mode}-${location}`);
        t.deepEqual(await storedIn(clickhouse, location), asStored(kept, place));
        const [facts] = await clickhouse.query<{ c: number }>(
          'SELECT count() AS c FROM passive_dns WHERE location_id = {location:UInt32}',
          { location },
        );
        t.is(facts!.c, 0);
        // The profile changes: what is there stays, what comes is whole.
        await whole.insertFile(path, `whole-${mode}-${location}`);
        t.deepEqual(await storedIn(clickhouse, location), asStored([...kept, ...rows], place));
      }),
      { numRuns: 8 },
    );
  });

  test.serial(
    `${mode}: facts are columns for those who ask by SQL, and null or empty in rows without`,
    async (t) => {
      const clickhouse = stores.clickhouse[mode];
      const fact = (kind: keyof typeof factKinds, value: string) => ({ kind: factKinds[kind], value });
      const facts = [
        fact('interface', 'eth0'),
        fact('innerVlan', '200'),
        fact('networkIdentifier', '0'),
        fact('subnetScope', '16'),
        fact('serverId', 'ns1'),
        fact('errorText', ''),
        fact('errorText', 'why'),
        fact('malformedQuery', 'name_cut'),
      ];
      const rows = [
        makeRow({ queryName: 'a', facts, vlan: 7, responseUdpSize: 512 }),
        makeRow({ queryName: 'b' }),
      ];
      const path = await writeRows(stores.engine.directory, rows, { locationId: 29 });
      await new ClickHouseRowStore(clickhouse).insertFile(path, `${mode}-facts`);
      const found = await clickhouse.query(
        `SELECT vlan, response_udp_size, interface, inner_vlan, vni, client_subnet_scope, server_id, extended_error_texts,
         malformed_query, malformed_response, query_records
       FROM queries WHERE location_id = 29 ORDER BY query_name`,
      );
      const none = { malformed_response: '', query_records: [] };
      t.deepEqual(found, [
        {
          vlan: 7,
          response_udp_size: 512,
          interface: 'eth0',
          inner_vlan: 200,
          vni: 0,
          client_subnet_scope: 16,
          server_id: 'ns1',
          extended_error_texts: ['', 'why'],
          malformed_query: 'name_cut',
          ...none,
        },
        {
          vlan: 0,
          response_udp_size: 0,
          interface: '',
          inner_vlan: 0,
          vni: null,
          client_subnet_scope: null,
          server_id: '',
          extended_error_texts: [],
          malformed_query: '',
          ...none,
        },
      ]);
      t.is((await clickhouse.query('SELECT 1 FROM queries WHERE location_id = 29 AND vni = 0')).length, 1);
    },
  );

  test.serial(`${mode}: a token inserts once, however often it comes`, async (t) => {
    const clickhouse = stores.clickhouse[mode];
    const store = new ClickHouseRowStore(clickhouse);
    const path = await writeRows(stores.engine.directory, rowsOf(1_000), { locationId: 21 });
    await store.insertFile(path, `${mode}-once`);
    await store.insertFile(path, `${mode}-once`);
    t.is(await countOf(clickhouse, 21), 1_000);
    await store.insertFile(path, `${mode}-twice`);
    t.is(await countOf(clickhouse, 21), 2_000);
    await Promise.allSettled([1, 2, 3].map(() => store.insertFile(path, `${mode}-at-once`)));
    await store.insertFile(path, `${mode}-at-once`);
    t.is(await countOf(clickhouse, 21), 3_000);
  });

  test.serial(`${mode}: bytes that are no rows are refused and change nothing`, async (t) => {
    const clickhouse = stores.clickhouse[mode];
    const store = new ClickHouseRowStore(clickhouse);
    const cut = await writeRows(stores.engine.directory, rowsOf(100), { locationId: 22 });
    await truncate(cut, 5_000);
    await t.throwsAsync(store.insertFile(cut, `${mode}-cut`), { name: 'StoreError' });
    const noise = join(stores.engine.directory, `${mode}-noise`);
    await writeFile(noise, Buffer.alloc(4_096, 0xff));
    const error = await t.throwsAsync(store.insertFile(noise, `${mode}-noise`));
    t.is((error as { kind?: string }).kind, 'refused');
    t.is(await countOf(clickhouse, 22), 0);
  });

  test.serial(`${mode}: a batch may span many days`, async (t) => {
    const clickhouse = stores.clickhouse[mode];
    const store = new ClickHouseRowStore(clickhouse);
    const rows = Array.from({ length: 150 }, (_, day) =>
      makeRow({ observedAt: Date.UTC(2025, 0, 1 + day) * 1_000 }),
    );
    await store.insertFile(
      await writeRows(stores.engine.directory, rows, { locationId: 23 }),
      `${mode}-many-days`,
    );
    t.is(await countOf(clickhouse, 23), 150);
  });
}

test.serial('a server that is away is unavailable, and a retry stores once', async (t) => {
  const clickhouse = stores.clickhouse.server;
  const store = new ClickHouseRowStore(clickhouse);
  const path = await writeRows(stores.engine.directory, rowsOf(20_000), { locationId: 31 });
  for (const mode of [
    { kind: 'refuse' },
    { kind: 'cutRequest', afterBytes: 300_000 },
    { kind: 'cutAnswer' },
  ] as const) {
    stores.proxy.mode = mode;
    const error = await t.throwsAsync(store.insertFile(path, 'bad-network'), undefined, mode.kind);
    t.is((error as { kind?: string }).kind, 'unavailable', mode.kind);
  }
  stores.proxy.mode = { kind: 'delay', milliseconds: 20 };
  await store.insertFile(path, 'bad-network');
  stores.proxy.mode = { kind: 'pass' };
  t.is(await countOf(clickhouse, 31), 20_000);
});

/** How often the engine is killed; more often where the environment says so, for a long run. */
const rounds = Number(process.env.SONDE_CHAOS_ROUNDS ?? 3);

test.serial('kill -9 of the engine amid inserts loses and doubles nothing', async (t) => {
  t.timeout(60_000 + rounds * 20_000);
  const clickhouse = stores.clickhouse.embedded;
  const store = new ClickHouseRowStore(clickhouse);
  const path = await writeRows(stores.engine.directory, rowsOf(2_000), { locationId: 41 });
  const insert = async (token: string): Promise<void> => {
    for (let attempt = 0; attempt < 50; attempt++) {
      try {
        await store.insertFile(path, token);
        return;
      } catch (error) {
        t.is((error as { kind?: string }).kind, 'unavailable', String(error));
        await stores.engine.engine.ready();
      }
    }
    t.fail('never inserted');
  };
  const restarts = stores.engine.engine.restarts();
  for (let round = 0; round < rounds; round++) {
    const inserts = Array.from({ length: 4 }, (_, index) => insert(`kill-${round}-${index}`));
    // The first kills come early, in a long run they come at any moment of an insert.
    const wait = round < 3 ? 15 + 25 * round : testRandom.fraction() * 400;
    await new Promise((resolve) => setTimeout(resolve, wait));
    const killed = stores.engine.engine.pid()!;
    process.kill(killed, 'SIGKILL');
    await Promise.all(inserts);
    // All inserts of a round may be through before the kill is noticed.
    await until(() => ![undefined, killed].includes(stores.engine.engine.pid()));
    await stores.engine.engine.ready();
  }
  t.true(stores.engine.engine.restarts() > restarts);
  t.is(await countOf(clickhouse, 41), rounds * 4 * 2_000);
  // What views made of the rows is there exactly once as well, whichever of them a kill came in between.
  for (const [table, column] of Object.entries({
    traffic_minutes: 'queries',
    hour_names: 'queries',
    domains: 'queries',
    domain_days: 'queries',
    name_days: 'queries',
    hour_clients: 'queries',
    client_days: 'queries',
    passive_dns: 'sightings',
    passive_dns_by_data: 'sightings',
  })) {
    const [row] = await clickhouse.query<{ total: number }>(
      `SELECT sum(${column}) AS total FROM ${table} WHERE location_id = 41`,
    );
    t.is(row!.total, rounds * 4 * 2_000, table);
  }
  const engine = await stores.engine.reopen();
  t.truthy(engine.pid());
  await store.insertFile(path, 'kill-0-0');
  t.is(await countOf(clickhouse, 41), rounds * 4 * 2_000);
});

test.serial('an insert that a kill cut off behind its token is stored by the retry', async (t) => {
  const clickhouse = stores.clickhouse.embedded;
  const store = new ClickHouseRowStore(clickhouse);
  const path = await writeRows(stores.engine.directory, rowsOf(500), { locationId: 51 });
  await clickhouse.command('SYSTEM STOP MERGES');
  await store.insertFile(path, 'cut-off');
  const parts = await clickhouse.query<{ table: string; path: string }>(
    `SELECT table, path FROM system.parts WHERE active AND database = currentDatabase()
       AND table IN ('queries', 'passive_dns') ORDER BY modification_time DESC, max_block_number DESC LIMIT 1 BY table`,
  );
  t.is(parts.length, 2);
  // As a kill leaves it between the engine's two steps: the token is written, the part is not in its place.
  process.kill(stores.engine.engine.pid()!, 'SIGKILL');
  for (const part of parts) await rm(part.path, { recursive: true });
  await until(async () => await clickhouse.ping());
  t.is(await countOf(clickhouse, 51), 0);
  const sightings = async (): Promise<number> =>
    (
      await clickhouse.query<{ total: number }>(
        'SELECT sum(sightings) AS total FROM passive_dns WHERE location_id = 51',
      )
    )[0]!.total;
  for (let attempt = 0; attempt < 2; attempt++) {
    await store.insertFile(path, 'cut-off');
    t.is(await countOf(clickhouse, 51), 500);
    t.is(await sightings(), 500);
  }
});

/** A row as ClickHouse's JSON shows it. */
function storedRow(row: Row): Record<string, unknown> {
  return {
    observed_at: row.observedAt,
    outcome: row.outcome,
    transport: row.transport,
    name_service: row.nameService,
    edns_version: row.ednsVersion,
    latency_us: row.latency,
    tcp_round_trip_us: row.tcpRoundTrip,
    client_address: storedAddress(row.clientAddress),
    server_address: storedAddress(row.serverAddress),
    client_port: row.clientPort,
    server_port: row.serverPort,
    message_id: row.messageId,
    query_flags: row.queryFlags,
    response_flags: row.responseFlags,
    response_code: row.responseCode,
    query_type: row.queryType,
    query_class: row.queryClass,
    query_size: row.querySize,
    response_size: row.responseSize,
    edns_flags: row.ednsFlags,
    edns_udp_size: row.ednsUdpSize,
    answer_count: row.answerCount,
    authority_count: row.authorityCount,
    additional_count: row.additionalCount,
    marks: row.marks,
    response_udp_size: row.responseUdpSize,
    vlan: row.vlan,
    query_name: row.queryName,
    client_subnet: row.clientSubnet,
    extended_errors: [...row.extendedErrors],
    policy_rule: row.policyRule,
    records: row.records.map(({ section, name, type, ttl, data }) => {
      return { section, name: name === row.queryName ? '' : name, type, ttl, data };
    }),
    facts: [...row.facts],
  };
}

function storedAddress(text: string): string {
  const plain = addressText(addressBytes(text));
  return plain.includes(':') ? plain : `::ffff:${plain}`;
}
