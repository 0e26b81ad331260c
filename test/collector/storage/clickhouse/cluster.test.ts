import { readFile } from 'node:fs/promises';
import test from 'ava';
import { ClickHouse } from '../../../../collector/storage/clickhouse/clickhouse.ts';
import { migrations } from '../../../../collector/storage/clickhouse/migrations/all.ts';
import { apply, migrate } from '../../../../collector/storage/clickhouse/migrations/migrate.ts';
import { clusterTopology } from '../../../../collector/storage/clickhouse/migrations/topology.ts';
import { ClickHouseRowStore } from '../../../../collector/storage/clickhouse/row-store.ts';
import { startTestClickHouse } from '../../../support/engines/clickhouse.ts';
import { startProxy } from '../../../support/engines/clickhouse-proxy.ts';
import { makeRow, writeRows } from '../../../support/engines/clickhouse-rows.ts';
import { distributedTopology } from '../../../support/engines/distributed-clickhouse.ts';
import { silentLog } from '../../../support/silent-log.ts';

/**
 * A cluster cannot be had in a test. What can: the engine creates every replicated table, view and distributed table
 * with a Keeper inside of it, once the part of the statement that asks a cluster to do it is taken off.
 */
test('the tables of a cluster are made', async (t) => {
  const engine = await startTestClickHouse({ testKeeper: true });
  t.teardown(() => engine.dispose());
  const clickhouse = new ClickHouse({ socketPath: engine.engine.socketPath }, { database: 'clustered' });
  await clickhouse.commandOutside('CREATE DATABASE clustered');
  const topology = clusterTopology('sonde');
  for (const migration of migrations) {
    for (const statement of migration.statements(topology)) {
      // What fills a table goes through the distributed ones, and so to all shards.
      const fills = /^INSERT INTO (?!\w+_local )/.test(statement);
      t.true(fills || statement.includes(' ON CLUSTER sonde'), statement);
      const own = statement.replace(' ON CLUSTER sonde', '');
      // The embedded engine never lets replicated tables be changed, so that such a statement can only be parsed.
      await clickhouse.command(own.startsWith('CREATE') ? own : `EXPLAIN AST ${own}`);
    }
  }
  const whole = topology.whole('migrations');
  await clickhouse.command(`CREATE TABLE migrations (number UInt32) ENGINE = ${whole} ORDER BY number`);
  const tables = await clickhouse.query<{ name: string; engine: string }>(
    "SELECT name, engine FROM system.tables WHERE database = 'clustered' ORDER BY name",
  );
  const distributed = tables
    .filter(({ engine }) => engine === 'Distributed')
    .map(({ name }) => `${name}_local`);
  const replicated = tables
    .filter(({ name, engine }) => engine.startsWith('Replicated') && name !== 'migrations')
    .map(({ name }) => name);
  t.deepEqual(distributed.sort(), replicated.sort());
  t.true(replicated.includes('queries_local') && replicated.length >= 10);
  await clickhouse.close();
  // What the guide says for a server that is empty makes the same tables once more.
  const guide = await configuration('README.md');
  const list = /clickhouse-client --host clickhouse-1 --query "(SELECT [^"]+) FORMAT TSVRaw"/.exec(
    guide,
  )![1]!;
  const empty = new ClickHouse({ socketPath: engine.engine.socketPath }, { database: 'once_more' });
  t.teardown(() => empty.close());
  await empty.commandOutside('CREATE DATABASE once_more');
  const listed = await empty.query<Record<string, string>>(
    `SELECT * FROM (${list.replace("'sonde'", "'clustered'")})`,
  );
  for (const statement of listed.flatMap((row) => Object.values(row)))
    await empty.command(statement.replaceAll('clustered', 'once_more'));
  const made = await empty.query(
    "SELECT name, engine FROM system.tables WHERE database = 'once_more' ORDER BY name",
  );
  t.deepEqual(made, tables);
});

test('what a migration fills goes to the shards before it ends, all of it', async (t) => {
  const engine = await startTestClickHouse({ testCluster: true });
  t.teardown(() => engine.dispose());
  const proxy = await startProxy(engine.engine.socketPath);
  t.teardown(() => proxy.close());
  // As older servers do by themselves, where newer ones have each shard fill its own table.
  const url = `${proxy.url}?ch_parallel_distributed_insert_select=0`;
  const clickhouse = new ClickHouse({ url }, { database: 'filled' });
  t.teardown(() => clickhouse.close());
  await clickhouse.commandOutside('CREATE DATABASE filled');
  for (const migration of migrations.slice(0, 5)) await apply(clickhouse, migration, distributedTopology);
  // More than one block holds.
  const clients = 1_300_000;
  await clickhouse.command(
    `INSERT INTO client_hours_local SELECT toDateTime('2026-01-31 00:00:00'), 1, toIPv6(toIPv4(toUInt32(number))), 1
     FROM numbers({clients:UInt32})`,
    { clients },
  );
  await apply(clickhouse, migrations[5]!, distributedTopology);
  const [found] = await clickhouse.query(
    'SELECT count() AS clients, sum(queries) AS queries FROM client_days',
  );
  t.deepEqual(found, { clients, queries: clients });
});

test('a cluster has a plain name', (t) => {
  for (const name of ['', "x'", 'a b', '{cluster}', '1'])
    t.throws(() => clusterTopology(name), undefined, name);
});

const configuration = (name: string): Promise<string> =>
  readFile(new URL(`../../../../deploy/clickhouse-cluster/${name}`, import.meta.url), 'utf8');

test('the configuration of a cluster has what the tables ask for', async (t) => {
  const cluster = await configuration('config.d/cluster.xml');
  for (const macro of ['shard', 'replica']) t.true(cluster.includes(`<${macro} from_env=`), macro);
  t.regex(cluster, /<remote_servers>\s*<sonde>/);
  // Without it the distributed table would write to both replicas, and each row would be there twice.
  t.is(cluster.match(/<internal_replication>true</g)?.length, cluster.match(/<shard>/g)?.length);
  const keeper = await configuration('keeper/keeper.xml');
  const port = /<tcp_port>([0-9]+)</.exec(keeper)?.[1];
  const keepers = [...cluster.matchAll(/<node><host>([^<]+)<\/host><port>([0-9]+)</g)];
  t.is(keepers.length, 3);
  for (const [, host, at] of keepers) {
    t.is(at, port);
    t.true(keeper.includes(`<hostname>${host}</hostname>`), host);
  }
  const storage = await configuration('config.d/storage.xml');
  const days = Number(/<replicated_deduplication_window_seconds>([0-9]+)</.exec(storage)?.[1]) / 86_400;
  t.true(days >= 30);
});

test('the settings of a cluster are ones that the engine knows', async (t) => {
  const engine = await startTestClickHouse();
  t.teardown(() => engine.dispose());
  const clickhouse = new ClickHouse({ socketPath: engine.engine.socketPath }, { database: 'default' });
  const names = async (table: string): Promise<Set<string>> =>
    new Set(
      (await clickhouse.query<{ name: string }>(`SELECT name FROM system.${table}`)).map((r) => r.name),
    );
  const within = (text: string, element: string): string[] =>
    [
      ...(new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(text)?.[1] ?? '').matchAll(/<([a-z_]+)>/g),
    ].map(([, name]) => name!);
  const ofTables = await names('merge_tree_settings');
  for (const name of within(await configuration('config.d/storage.xml'), 'merge_tree'))
    t.true(ofTables.has(name), name);
  const ofQuestions = await names('settings');
  const profile = within(await configuration('users.d/sonde.xml'), 'profiles').filter(
    (name) => !['sonde', 'sonde_read', 'profile', 'constraints', 'min', 'max'].includes(name),
  );
  t.true(profile.length >= 5);
  for (const name of profile) t.true(ofQuestions.has(name), name);
  await clickhouse.close();
});

test('the statements for operators and the grants are ones that the engine understands', async (t) => {
  const engine = await startTestClickHouse();
  t.teardown(() => engine.dispose());
  const clickhouse = new ClickHouse({ socketPath: engine.engine.socketPath }, { database: 'default' });
  t.teardown(() => clickhouse.close());
  const guide = await configuration('README.md');
  const users = await configuration('users.d/sonde.xml');
  const statements = [
    ...[...guide.matchAll(/clickhouse-client (?:--host \S+ )?--query "([^"]+)"/g)].map(([, sql]) => sql!),
    ...[...guide.matchAll(/^ {4}(SELECT [^;]+);/gm)].map(([, sql]) => sql!),
    // In a file of users a grant names nobody.
    ...[...users.matchAll(/<query>(GRANT [^<]+)<\/query>/g)].map(([, sql]) => `${sql} TO sonde`),
  ];
  t.true(statements.length >= 10);
  for (const sql of statements) await t.notThrowsAsync(clickhouse.command(`EXPLAIN AST ${sql}`), sql);
});

test('what was backed up is there again after a restore, and goes on counting', async (t) => {
  const engine = await startTestClickHouse();
  t.teardown(() => engine.dispose());
  const clickhouse = new ClickHouse({ socketPath: engine.engine.socketPath });
  t.teardown(() => clickhouse.close());
  await migrate({ clickhouse, log: silentLog });
  const store = new ClickHouseRowStore(clickhouse);
  const path = await writeRows(engine.directory, [makeRow(), makeRow({ queryName: 'b.example' })]);
  await store.insertFile(path, 'before');
  await clickhouse.commandOutside("BACKUP DATABASE sonde TO Memory('backup')");
  await clickhouse.commandOutside('DROP DATABASE sonde SYNC');
  await clickhouse.commandOutside("RESTORE DATABASE sonde FROM Memory('backup')");
  await migrate({ clickhouse, log: silentLog });
  await store.insertFile(path, 'after');
  const [row] = await clickhouse.query<Record<string, number>>(
    `SELECT (SELECT count() FROM queries) AS rows, (SELECT sum(queries) FROM traffic_minutes) AS minutes,
       (SELECT sum(queries) FROM client_days) AS days, (SELECT sum(sightings) FROM passive_dns_by_data) AS sightings`,
  );
  t.deepEqual(row, { rows: 4, minutes: 4, days: 4, sightings: 4 });
});

test('the balancer chooses by what senders send and asks what the collector answers', async (t) => {
  const balancer = await configuration('haproxy.cfg');
  t.regex(balancer, /balance hdr\(X-API-Key\)/);
  t.regex(balancer, /path_beg \/socket\.io\/ /);
  t.is(balancer.match(/^backend /gm)?.length, balancer.match(/httpchk GET \/health\/ready$/gm)?.length);
});

test('the files of a cluster are well-formed', async (t) => {
  const files = [
    'config.d/cluster.xml',
    'config.d/storage.xml',
    'config.d/backups.xml',
    'keeper/keeper.xml',
    'users.d/sonde.xml',
  ];
  for (const file of files) {
    const open: string[] = [];
    const text = (await configuration(file)).replaceAll(/<!--(?:(?!--).)*-->/gs, '');
    for (const [, closing, name, empty] of text.matchAll(
      /<(\/?)([a-z_0-9]+)(?:\s+[a-z_]+="[^"<]*")*\s*(\/?)>/g,
    )) {
      if (closing === '/') t.is(open.pop(), name, file);
      else if (empty !== '/') open.push(name!);
    }
    t.deepEqual(open, [], file);
  }
});
