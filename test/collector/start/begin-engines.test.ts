import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { loadConfig } from '../../../collector/config/load-config.ts';
import type { Config, SettingName } from '../../../collector/config/settings.ts';
import { startCollector } from '../../../collector/main.ts';
import { beginEngines } from '../../../collector/start/begin-engines.ts';
import { ClickHouse } from '../../../collector/storage/clickhouse/clickhouse.ts';
import { openPostgres } from '../../../collector/storage/postgres/pool.ts';
import { silentLog } from '../../support/silent-log.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

function configWith(flags: Partial<Record<SettingName, string>>): Config {
  const { config } = loadConfig({
    env: {},
    flags: { listen: '127.0.0.1:0', clickhouseMemoryBytes: '512MiB', ...flags },
  });
  return config;
}

/** Both engines, as soon as they serve. */
async function whenServing(t: ExecutionContext, config: Config) {
  const engines = beginEngines(config, silentLog);
  t.teardown(() => Promise.all([engines.postgres.stop(), engines.clickhouse.stop()]));
  await engines.begun;
  const postgres = openPostgres(await engines.postgres.address, silentLog);
  t.teardown(() => postgres.close());
  const clickhouse = new ClickHouse(await engines.clickhouse.address, { database: 'default' });
  t.teardown(() => clickhouse.close());
  return { engines, postgres, clickhouse };
}

const lockOfPostgres = (dataDirectory: string) =>
  join(dataDirectory, 'postgres', 'cluster', 'postmaster.pid');

test.serial(
  'engines of our own serve when they are waited for; others on their directory are refused',
  async (t) => {
    const dataDirectory = await temporaryDirectory(t);
    const config = configWith({ dataDirectory });
    const { postgres, clickhouse } = await whenServing(t, config);
    t.deepEqual(await clickhouse.query('SELECT 1 AS one'), [{ one: 1 }]);

    const second = beginEngines(config, silentLog);
    await second.begun;
    await t.throwsAsync(second.postgres.address, { message: /in use by another collector/ });
    await t.throwsAsync(second.clickhouse.address, { message: /ClickHouse did not start: / });
    await Promise.all([second.postgres.stop(), second.clickhouse.stop()]);
    await t.throwsAsync(startCollector(config, silentLog), { message: /in use|did not start/ });

    t.deepEqual(await postgres.query('SELECT 1 AS one'), [{ one: 1 }]);
    t.deepEqual(await clickhouse.query('SELECT 2 AS two'), [{ two: 2 }]);
  },
);

test.serial('an engine that is on its way when another part fails is ended', async (t) => {
  const dataDirectory = await temporaryDirectory(t);
  const config = configWith({ dataDirectory, clickhouseCluster: 'sonde' });
  await t.throwsAsync(startCollector(config, silentLog), { message: /CLICKHOUSE_CLUSTER needs/ });
  const found = await readdir(join(dataDirectory, 'postgres', 'cluster'));
  t.true(found.includes('PG_VERSION'));
  await t.throwsAsync(readFile(lockOfPostgres(dataDirectory)), { code: 'ENOENT' });
});

test('servers that the settings name are taken as they are', async (t) => {
  const dataDirectory = await temporaryDirectory(t);
  const databaseUrl = 'postgres://sonde@127.0.0.1:1/sonde';
  const clickhouseUrl = 'http://127.0.0.1:1/sonde';
  const engines = beginEngines(configWith({ dataDirectory, databaseUrl, clickhouseUrl }), silentLog);
  await engines.begun;
  t.deepEqual(await engines.postgres.address, { connectionString: databaseUrl });
  t.deepEqual(await engines.clickhouse.address, { url: clickhouseUrl });
  await Promise.all([engines.postgres.stop(), engines.clickhouse.stop()]);
  t.deepEqual(await readdir(dataDirectory), []);
});

test('a data directory that cannot be made is told by whatever is waited for', async (t) => {
  const file = join(await temporaryDirectory(t), 'file');
  await writeFile(file, '');
  const engines = beginEngines(configWith({ dataDirectory: join(file, 'data') }), silentLog);
  await engines.begun;
  for (const { address, stop } of [engines.postgres, engines.clickhouse]) {
    await t.throwsAsync(address as Promise<unknown>, { code: 'ENOTDIR' });
    await stop();
  }
});
