import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { makeAccount } from '../../collector/bench/api/accounts.ts';
import { rootDirectory } from '../launcher/support.ts';
import { startTestClickHouse } from '../support/engines/clickhouse.ts';
import { startProxy } from '../support/engines/clickhouse-proxy.ts';
import { startDebianPostgres } from '../support/engines/postgres-server.ts';
import { adminKey } from '../support/ingest/running-collector.ts';
import { hasReleases, releasedProgram } from '../support/releases.ts';
import { until } from '../support/until.ts';
import { dataDirectory, type Running, start } from './sonde.ts';

/** The same batch has the same rows when it comes again. */
const begunAt = Date.now();
const monitoring = 'api/v1/dns-monitoring';

if (hasReleases()) {
  test.serial(
    'stores of a version before the last one are taken over whole, and are refused by the last one afterwards',
    async (t) => {
      t.timeout(300_000);
      const [oldest, last] = await Promise.all([releasedProgram(t, '0.1.0'), releasedProgram(t, '0.2.0')]);
      const data = dataDirectory(t);
      const first = serve(t, oldest, { SONDE_DATA: data });
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

      const back = serve(t, last, { SONDE_DATA: data });
      t.not(await back.exited, 0);
      t.regex(back.said(), /newer (version|program)/);
      const third = serve(t, rootDirectory, { SONDE_DATA: data });
      await counts(await urlOf(third), account.apiKey, 340);
    },
  );

  test.serial('of two collectors the older goes on while the newer changes what both share', async (t) => {
    t.timeout(300_000);
    const old = await releasedProgram(t, '0.2.0');
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
    await addIndicator(older, 'listed.example');
    await send(older, account.locationKeys[0]!, 'one', 100);
    const before = await walk(older, account.apiKey);
    t.true(before.size > 30);

    // The older one is sent to all the while that the newer one takes to start.
    let isStarting = true;
    let sent = 100;
    const sending = (async () => {
      for (let batch = 0; isStarting; batch++) {
        await send(older, account.locationKeys[batch % 3]!, `meanwhile-${batch}`, 50);
        sent += 50;
      }
    })();
    const starting = urlOf(serve(t, rootDirectory, { ...shared, SONDE_DATA: dataDirectory(t) }));
    const newer = await starting.finally(() => {
      isStarting = false;
    });
    await sending;
    t.true(sent > 100);
    t.log(`${sent - 100} rows were sent to the older collector while the newer started`);

    await send(older, account.locationKeys[0]!, 'two', 100, 'www.listed.example');
    await send(newer, account.locationKeys[0]!, 'three', 100);
    await counts(newer, account.apiKey, sent + 200);
    await t.notThrowsAsync(counts(older, account.apiKey, sent + 200));
    // What the older one answered before, it answers on the schema of the newer.
    const after = await walk(older, account.apiKey);
    t.deepEqual(
      [...after].filter(([path, status]) => status !== before.get(path)),
      [],
    );
    const threats = () =>
      ask<{ threats: { id: number; subject: string }[] }>(older, account.apiKey, 'threats');
    await until(async () => (await threats()).threats.length > 0, 60_000);
    const [threat] = (await threats()).threats;
    const resolved = await fetch(`${older}/${monitoring}/threats/${threat!.id}/resolve`, {
      method: 'PUT',
      headers: { 'x-api-key': account.apiKey },
    });
    t.is(resolved.status, 200, 'what the older one edits is taken');
    const keys = await post(older, account.apiKey, 'api/account/api-keys', { label: 'made after' });
    t.true(keys.ok, `${keys.status}`);
  });
} else {
  test('upgrades from released versions are tested where the history is there', (t) => t.pass());
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

function post(url: string, key: string, path: string, body: object, headers = {}): Promise<Response> {
  return fetch(`${url}/${path}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

async function addIndicator(url: string, name: string): Promise<void> {
  const response = await fetch(`${url}/api/v1/threat-intel/indicators/own-list`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'text/plain' },
    body: name,
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
}

async function send(
  url: string,
  key: string,
  id: string,
  count: number,
  name = 'example.net',
): Promise<void> {
  const queries = Array.from({ length: count }, (_, index) => ({
    timestamp: new Date(begunAt - index * 10).toISOString(),
    client_ip: '192.0.2.7',
    query_name: `r${index}.${id}.${name}`,
    query_type: 'A',
    response_code: 'NOERROR',
    answers: ['198.51.100.1'],
  }));
  const headers = { 'idempotency-key': `upgrade-trial-${id}` };
  const response = await post(url, key, `${monitoring}/queries`, { queries }, headers);
  if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`);
}

async function ask<Answer>(url: string, key: string, path: string): Promise<Answer> {
  const response = await fetch(`${url}/${monitoring}/${path}`, { headers: { 'x-api-key': key } });
  return (await response.json()) as Answer;
}

/** Waits for what is counted, and for what is found one by one, to be as many. */
async function counts(url: string, key: string, count: number): Promise<void> {
  let found: number[] = [];
  await until(async () => {
    const { totals } = await ask<{ totals: { queries: number } }>(url, key, 'stats?period=24h');
    found = [totals.queries, await stored(url, key, count)];
    return found.every((each) => each === count);
  }, 60_000).catch(() => {
    throw new Error(`${found} instead of ${count}`);
  });
}

/** Counts the rows themselves: one by one where an answer has room for them, which every version does. */
async function stored(url: string, key: string, count: number): Promise<number> {
  if (count > 1_000)
    return (await ask<{ queries: number }>(url, key, 'queries/histogram?period=24h')).queries;
  return (await ask<{ queries: unknown[] }>(url, key, 'queries?period=24h&limit=1000')).queries?.length;
}

/** The status of every question that needs no parameter. */
async function walk(url: string, key: string): Promise<Map<string, number>> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, { get?: { parameters?: { required?: boolean }[] } }>;
  };
  const found = new Map<string, number>();
  for (const [path, { get }] of Object.entries(paths)) {
    if (get === undefined || get.parameters?.some(({ required }) => required)) continue;
    const response = await fetch(url + path, {
      headers: { 'x-api-key': key },
      signal: AbortSignal.timeout(20_000),
    });
    await response.body?.cancel();
    found.set(path, response.status);
  }
  return found;
}
