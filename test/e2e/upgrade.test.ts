import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { makeAccount } from '../../collector/bench/api/accounts.ts';
import { rootDirectory } from '../launcher/support.ts';
import { startTestClickHouse } from '../support/engines/clickhouse.ts';
import { startProxy } from '../support/engines/clickhouse-proxy.ts';
import { startDebianPostgres } from '../support/engines/postgres-server.ts';
import { adminKey } from '../support/ingest/running-collector.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';
import { dataDirectory, type Running, start } from './sonde.ts';

/** The commit of version 0.2.0, as long as no tag names one. */
const before = '17a354dc4056';
const isThorough = process.env.SONDE_LOADS === 'thorough';
const hasCommit =
  spawnSync('git', ['cat-file', '-e', `${before}^{commit}`], { cwd: rootDirectory }).status === 0;
/** The same batch has the same rows when it comes again. */
const begunAt = Date.now();

// They start seven collectors, some of them from the history, which a shallow clone lacks.
if (isThorough && hasCommit) {
  test.serial(
    'stores of the version before are taken over whole, and are refused by it afterwards',
    async (t) => {
      t.timeout(300_000);
      const old = await programOf(t, before);
      const data = dataDirectory(t);
      const first = serve(t, old, { SONDE_DATA: data });
      const url = await urlOf(first);
      const account = await makeAccount(url, adminKey);
      await send(url, account.locationKeys[0]!, 'before', 300);
      await counts(url, account.apiKey, 300);
      await first.stop();

      const second = serve(t, rootDirectory, { SONDE_DATA: data });
      const upgraded = await urlOf(second);
      await send(upgraded, account.locationKeys[0]!, 'before', 300);
      await send(upgraded, account.locationKeys[1]!, 'after', 40);
      await counts(upgraded, account.apiKey, 340);
      await second.stop();

      const back = serve(t, old, { SONDE_DATA: data });
      t.not(await back.exited, 0);
      t.regex(back.said(), /newer (version|program)/);
      const third = serve(t, rootDirectory, { SONDE_DATA: data });
      await counts(await urlOf(third), account.apiKey, 340);
    },
  );

  test.serial('of two collectors the older goes on while the newer changes what both share', async (t) => {
    t.timeout(300_000);
    const old = await programOf(t, before);
    const [postgres, clickhouse] = await Promise.all([startDebianPostgres(), startTestClickHouse()]);
    t.teardown(() => postgres.remove());
    t.teardown(() => clickhouse.dispose());
    const proxy = await startProxy(clickhouse.engine.socketPath);
    t.teardown(() => proxy.close());
    const shared = {
      DATABASE_URL: postgres.url,
      CLICKHOUSE_URL: `${proxy.url}/rolling`,
      SONDE_TOKEN_SECRET: 'a-secret-of-thirty-two-characters-or-more',
    };
    const older = await urlOf(serve(t, old, { ...shared, SONDE_DATA: dataDirectory(t) }));
    const account = await makeAccount(older, adminKey);
    await send(older, account.locationKeys[0]!, 'one', 100);
    await counts(older, account.apiKey, 100);
    const newer = await urlOf(serve(t, rootDirectory, { ...shared, SONDE_DATA: dataDirectory(t) }));
    await send(older, account.locationKeys[0]!, 'two', 100);
    await send(newer, account.locationKeys[0]!, 'three', 100);
    await counts(newer, account.apiKey, 300);
    await t.notThrowsAsync(counts(older, account.apiKey, 300));
  });
} else {
  test('upgrades from version 0.2.0 are tested where SONDE_LOADS is thorough and the history is there', (t) =>
    t.pass());
}

/** The program as of a commit, with the packages of this checkout. */
async function programOf(t: ExecutionContext, commit: string): Promise<string> {
  const directory = await temporaryDirectory(t);
  const archive = execFileSync('git', ['archive', commit], { cwd: rootDirectory, maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x', '-C', directory], { input: archive });
  const packages = join(rootDirectory, 'node_modules');
  const link = (below: string, into: string) => {
    mkdirSync(into, { recursive: true });
    for (const name of readdirSync(below))
      if (name !== '@sonde') symlinkSync(join(below, name), join(into, name));
  };
  link(packages, join(directory, 'node_modules'));
  mkdirSync(join(directory, 'node_modules', '@sonde'));
  for (const name of readdirSync(join(packages, '@sonde')))
    symlinkSync(join('..', '..', name), join(directory, 'node_modules', '@sonde', name));
  return directory;
}

function serve(t: ExecutionContext, program: string, env: Readonly<Record<string, string>>): Running {
  const main = join(program, 'collector', 'cli', 'main.ts');
  const settings = {
    SONDE_LISTEN: '127.0.0.1:0',
    SONDE_ADMIN_KEY: adminKey,
    SONDE_CLICKHOUSE_MEMORY: '768MiB',
  };
  return start(t, [process.execPath, main, 'serve'], { ...settings, ...env });
}

async function urlOf(running: Running): Promise<string> {
  return (await running.waitFor(/Listening on (\S+)/))[1]!;
}

async function send(url: string, key: string, id: string, count: number): Promise<void> {
  const queries = Array.from({ length: count }, (_, index) => ({
    timestamp: new Date(begunAt - index * 10).toISOString(),
    client_ip: '192.0.2.7',
    query_name: `r${index}.${id}.example.net`,
    query_type: 'A',
    response_code: 'NOERROR',
    answers: ['198.51.100.1'],
  }));
  const response = await fetch(`${url}/api/v1/dns-monitoring/queries`, {
    method: 'POST',
    headers: {
      'x-api-key': key,
      'content-type': 'application/json',
      'idempotency-key': `upgrade-trial-${id}`,
    },
    body: JSON.stringify({ queries }),
  });
  if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`);
}

/** Waits for what is counted, and for what is found one by one, to be as many. */
async function counts(url: string, key: string, count: number): Promise<void> {
  let found: number[] = [];
  const ask = async <Answer>(path: string): Promise<Answer> => {
    const response = await fetch(`${url}/api/v1/dns-monitoring/${path}`, { headers: { 'x-api-key': key } });
    return (await response.json()) as Answer;
  };
  await until(async () => {
    const { totals } = await ask<{ totals: { queries: number } }>('stats?period=24h');
    const { queries } = await ask<{ queries: unknown[] }>('queries?period=24h&limit=1000');
    found = [totals.queries, queries?.length];
    return found.every((each) => each === count);
  }, 60_000).catch(() => {
    throw new Error(`${found} instead of ${count}`);
  });
}
