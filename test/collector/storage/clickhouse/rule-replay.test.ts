import type { RuleMatch } from '@sonde/shared/policy/rule.ts';
import test from 'ava';
import type { RuleReplay } from '../../../../collector/ports/traffic/rule-replay.ts';
import { ClickHouseRowStore } from '../../../../collector/storage/clickhouse/row-store.ts';
import { createClickHouseStores } from '../../../../collector/storage/clickhouse/stores.ts';
import { makeRow, writeRows } from '../../../support/engines/clickhouse-rows.ts';
import { type MigratedDatabase, startMigratedDatabase } from '../../../support/engines/migrated-database.ts';

let database: MigratedDatabase;
let replay: RuleReplay;
const start = Date.UTC(2026, 1, 1);
const scope = { locationIds: [1], from: new Date(start), to: new Date(start + 86_400_000) };

const names = ['bad.example', 'www.bad.example', 'notbad.example', 'bad.example.org'];
const clients = ['192.0.2.1', '192.0.2.200', '198.51.100.1', '2001:db8::7'];
const answers = ['203.0.113.5', '198.51.100.9', '2001:db8:1::5', 'text'];

test.before(async () => {
  database = await startMigratedDatabase();
  const { engine, clickhouse } = database;
  replay = createClickHouseStores(clickhouse).ruleReplay;
  const rows = Array.from({ length: 64 }, (_, index) => {
    const data = answers[(index >> 4) & 3]!;
    const type = data === 'text' ? 16 : data.includes(':') ? 28 : 1;
    const name = names[index & 3]!;
    return makeRow({
      observedAt: (start + index * 1_000) * 1_000,
      queryName: name,
      clientAddress: clients[(index >> 2) & 3]!,
      records: [{ section: 'answer', name, type, ttl: 60, data }],
    });
  });
  const store = new ClickHouseRowStore(clickhouse);
  await store.insertFile(await writeRows(engine.directory, rows, { locationId: 1 }), 'here');
  await store.insertFile(await writeRows(engine.directory, rows, { locationId: 2 }), 'elsewhere');
});

test.after.always(() => database?.dispose());

const questions: readonly [RuleMatch, number][] = [
  [{ kind: 'name', name: 'bad.example' }, 16],
  [{ kind: 'wildcard', name: 'bad.example' }, 16],
  [{ kind: 'domain', name: 'bad.example' }, 32],
  [{ kind: 'domain', name: "' OR 1=1 --" }, 0],
  [{ kind: 'client', network: '192.0.2.0/24' }, 32],
  [{ kind: 'client', network: '192.0.2.1' }, 16],
  [{ kind: 'client', network: '2001:db8::/32' }, 16],
  [{ kind: 'response', network: '198.51.100.0/24' }, 16],
  [{ kind: 'response', network: '2001:db8:1::/48' }, 16],
];

for (const [match, hits] of questions) {
  test(`a rule is replayed on what is stored: ${JSON.stringify(match)}`, async (t) => {
    const found = await replay.replay(scope, match);
    t.is(found.queries, 64);
    t.is(found.hits, hits);
    t.is(
      found.topNames.reduce((sum, one) => sum + one.hits, 0),
      hits,
    );
    t.is(
      found.topClients.reduce((sum, one) => sum + one.hits, 0),
      hits,
    );
    t.is(found.firstAt === null, hits === 0);
  });
}

test('who is hit most comes first, by plain addresses', async (t) => {
  const found = await replay.replay(scope, { kind: 'client', network: '198.51.100.0/24' });
  t.deepEqual(found.topClients, [{ client: '198.51.100.1', hits: 16 }]);
  t.like(found, { clients: 1, names: 4, firstAt: new Date(start + 8_000) });
});
