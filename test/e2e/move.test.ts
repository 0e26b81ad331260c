import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { TrafficGenerator } from '../../collector/bench/generate-traffic.ts';
import { ClickHouse } from '../../collector/storage/clickhouse/clickhouse.ts';
import { migrate } from '../../collector/storage/clickhouse/migrations/migrate.ts';
import { ClickHouseRowStore } from '../../collector/storage/clickhouse/row-store.ts';
import { startTestClickHouse } from '../support/engines/clickhouse.ts';
import { startProxy } from '../support/engines/clickhouse-proxy.ts';
import { startTestCollector } from '../support/ingest/running-collector.ts';
import { silentLog as log } from '../support/silent-log.ts';

const main = fileURLToPath(new URL('../../collector/cli/main.ts', import.meta.url));
const rows = 3_000;

test('the embedded store moves to a server by one command, and a collector goes on there', async (t) => {
  t.timeout(120_000);
  const source = await startTestClickHouse();
  t.teardown(() => source.dispose());
  const before = new ClickHouse({ socketPath: source.engine.socketPath });
  await migrate({ clickhouse: before, log });
  const to = Date.now();
  const generator = new TrafficGenerator({ seed: 2, questions: 300, clients: 30, locations: [1, 2] });
  const path = join(source.directory, 'rows');
  await writeFile(path, generator.rows(rows, to - 86_400_000, to));
  await new ClickHouseRowStore(before).insertFile(path, 'all');
  await before.close();
  const server = await startTestClickHouse();
  t.teardown(() => server.dispose());
  const proxy = await startProxy(server.engine.socketPath);
  t.teardown(() => proxy.close());
  const clickhouseUrl = `${proxy.url}/moved`;
  const move = async (): Promise<{ stdout: string; stderr: string }> =>
    await promisify(execFile)(process.execPath, [main, 'move', '--data', source.directory], {
      env: { ...process.env, CLICKHOUSE_URL: clickhouseUrl },
    });

  const busy = await t.throwsAsync(move());
  t.regex((busy as { stderr?: string }).stderr ?? '', /Stop the collector first/);
  await source.engine.stop();
  t.regex((await move()).stdout, /^[0-9]+ rows in [0-9]+ partitions are on the server/);
  const again = await move();
  t.regex(again.stderr, /moved before/);

  const after = new ClickHouse({ url: clickhouseUrl });
  t.teardown(() => after.close());
  const [counted] = await after.query<{ rows: number; minutes: number; days: number; named: number }>(
    `SELECT (SELECT count() FROM queries) AS rows, (SELECT sum(queries) FROM traffic_minutes) AS minutes,
       (SELECT sum(queries) FROM client_days) AS days, (SELECT sum(queries) FROM name_days) AS named`,
  );
  t.deepEqual(counted, { rows, minutes: rows, days: rows, named: rows });
  const { url } = await startTestCollector(t, { clickhouseUrl });
  t.is((await fetch(`${url}/health/ready`)).status, 200);
});
