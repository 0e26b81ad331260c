import type { Row } from '@sonde/shared/batch/row.ts';
import test from 'ava';
import type { Reconciler } from '../../../../collector/ports/traffic/reconciliation.ts';
import { oneMachine } from '../../../../collector/storage/clickhouse/migrations/topology.ts';
import { ClickHouseRowStore } from '../../../../collector/storage/clickhouse/row-store.ts';
import { createClickHouseStores } from '../../../../collector/storage/clickhouse/stores.ts';
import { NotStored } from '../../../../shared/errors.ts';
import { makeRow, writeRows } from '../../../support/engines/clickhouse-rows.ts';
import { type MigratedDatabase, startMigratedDatabase } from '../../../support/engines/migrated-database.ts';

let database: MigratedDatabase;
let reconciler: Reconciler;
const start = Date.UTC(2026, 1, 1);
const scope = { from: new Date(start), to: new Date(start + 3_600_000), dnstapAgents: [1], wireAgents: [2] };

const answer = (data: string) => [{ section: 'answer' as const, name: 'n', type: 1, ttl: 60, data }];

/** Transaction number `index`: one every second, with what differs. */
function row(index: number, change: Partial<Row> = {}): Row {
  return makeRow({
    observedAt: (start + index * 1_000) * 1_000,
    transport: 'udp',
    clientAddress: '192.0.2.1',
    serverAddress: '192.0.2.53',
    clientPort: 10_000 + index,
    messageId: index,
    queryName: `n${index}.example`,
    responseCode: 0,
    records: answer('203.0.113.1'),
    ...change,
  });
}

test.before(async () => {
  database = await startMigratedDatabase();
  const { engine, clickhouse } = database;
  reconciler = createClickHouseStores(clickhouse).reconciler;
  const all = Array.from({ length: 120 }, (_, index) => index);
  const dnstap = all.filter((index) => index !== 5 && index !== 6).map((index) => row(index));
  dnstap.push(row(900, { transport: 'tls', clientPort: 900 }));
  const wire = all
    .filter((index) => index !== 70)
    .map((index) => {
      // Two machines do not see it at the same moment.
      const observedAt = (start + index * 1_000) * 1_000 + 40;
      if (index === 10) return row(index, { observedAt, responseCode: 3, records: [] });
      if (index === 80) return row(index, { observedAt, records: answer('198.51.100.66') });
      if (index === 90) return row(index, { observedAt, records: [] });
      return row(index, { observedAt });
    });
  wire.push(
    row(500, { serverAddress: '198.51.100.8', clientAddress: '192.0.2.7' }),
    row(501, { serverAddress: '198.51.100.8', clientAddress: '192.0.2.8' }),
    // The resolver's own questions are no bypass.
    row(502, { serverAddress: '198.51.100.9', clientAddress: '192.0.2.53' }),
  );
  const store = new ClickHouseRowStore(clickhouse);
  const write = (rows: Row[], agentId: number, locationId: number) =>
    writeRows(engine.directory, rows, { locationId, agentId });
  await store.insertFile(await write(dnstap, 1, 1), 'dnstap');
  await store.insertFile(await write(wire, 2, 2), 'wire');
  await store.insertFile(await write(wire, 3, 3), 'others');
});

test.after.always(() => database?.dispose());

test('what only one side saw, what is answered otherwise, and who is asked instead', async (t) => {
  const found = await reconciler.reconcile({ ...scope, locationIds: [1, 2] });
  t.deepEqual(found.resolverAddresses, ['192.0.2.53']);
  t.deepEqual(found.minutes, [
    { at: new Date(start), both: 58, onlyDnstap: 0, onlyWire: 2, different: 1 },
    { at: new Date(start + 60_000), both: 59, onlyDnstap: 1, onlyWire: 0, different: 1 },
  ]);
  t.deepEqual(
    found.names.map(({ name, different }) => `${name} ${different}`),
    ['n10.example 1', 'n80.example 1', 'n5.example 0', 'n6.example 0', 'n70.example 0'],
  );
  t.deepEqual(found.bypassed, [{ server: '198.51.100.8', queries: 2, clients: 2 }]);
});

test('without rows there is nothing to compare', async (t) => {
  const found = await reconciler.reconcile({ ...scope, locationIds: [9] });
  t.deepEqual(found, { minutes: [], names: [], bypassed: [], resolverAddresses: [] });
});

test('a lean store says that it cannot compare, nor replay a rule about what it does not keep', async (t) => {
  const lean = createClickHouseStores(database.clickhouse, oneMachine, 'lean');
  await t.throwsAsync(lean.reconciler.reconcile({ ...scope, locationIds: [1, 2] }), {
    instanceOf: NotStored,
  });
  const replayed = { ...scope, locationIds: [1, 2] };
  const network = '198.51.100.0/24';
  await t.throwsAsync(lean.ruleReplay.replay(replayed, { kind: 'response', network }), {
    instanceOf: NotStored,
  });
  const { hits } = await lean.ruleReplay.replay(replayed, { kind: 'name', name: 'n20.example' });
  t.is(hits, 2);
});
