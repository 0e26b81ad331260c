import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test from 'ava';
import { TrafficGenerator } from '../../../collector/bench/generate-traffic.ts';
import { ClickHouse } from '../../../collector/storage/clickhouse/clickhouse.ts';
import { migrate } from '../../../collector/storage/clickhouse/migrations/migrate.ts';
import { ClickHouseRowStore } from '../../../collector/storage/clickhouse/row-store.ts';
import { bareEnvironment } from '../../support/bare-environment.ts';
import { startTestClickHouse } from '../../support/engines/clickhouse.ts';
import { startProxy } from '../../support/engines/clickhouse-proxy.ts';
import { silentLog as log } from '../../support/silent-log.ts';

const rows = 2_000;

/** Runs the command as an operator does, and tells each line of its progress. */
async function move(
  data: string,
  url: string,
  onLine: (line: string, command: ChildProcess) => void,
): Promise<{ exitCode: number | null; stdout: string }> {
  const command = spawn(process.execPath, ['collector/cli/main.ts', 'move', '--data', data], {
    env: { ...bareEnvironment(), CLICKHOUSE_URL: url },
  });
  let stdout = '';
  command.stdout.on('data', (text) => {
    stdout += text;
  });
  createInterface(command.stderr).on('line', (line) => onLine(line, command));
  const [exitCode] = (await once(command, 'close')) as [number | null];
  return { exitCode, stdout };
}

test('the command may be killed, and goes on where it was when it is run again', async (t) => {
  const source = await startTestClickHouse();
  t.teardown(() => source.dispose());
  const embedded = new ClickHouse({ socketPath: source.engine.socketPath });
  await migrate({ clickhouse: embedded, log });
  const path = join(source.directory, 'rows');
  const from = Date.UTC(2026, 0, 30, 12);
  const traffic = new TrafficGenerator({ seed: 8, questions: 300, clients: 30, locations: [1, 2] });
  await writeFile(path, traffic.rows(rows, from, from + 2 * 86_400_000));
  await new ClickHouseRowStore(embedded).insertFile(path, 'all');
  await embedded.close();

  const target = await startTestClickHouse();
  t.teardown(() => target.dispose());
  const proxy = await startProxy(target.engine.socketPath);
  t.teardown(() => proxy.close());
  const url = `${proxy.url}/moved`;

  const said: string[] = [];
  const refused = await move(source.directory, url, (line) => said.push(line));
  t.regex(said.join('\n'), /Stop the collector first/);
  t.is(refused.exitCode, 1);
  await source.engine.stop();

  const isMoved = (line: string): boolean => / [0-9]+ rows\b.*partitions\)$/.test(line);
  const before: string[] = [];
  await move(source.directory, url, (line, command) => {
    before.push(line);
    // The log of the engine goes there, too.
    if (before.filter(isMoved).length === 6) command.kill('SIGKILL');
  });
  const lines: string[] = [];
  const { exitCode, stdout } = await move(source.directory, url, (line) => lines.push(line));
  t.is(exitCode, 0, lines.join('\n'));
  t.regex(stdout, /^[0-9]+ rows in [0-9]+ partitions are on the server\.\n$/);
  const again = lines.filter((line) => line.includes('moved before'));
  const all = [...before, 'killed', ...lines].join('\n');
  t.true(again.length >= 5, all);
  t.true(again.length < lines.filter(isMoved).length, all);
  const moved = new ClickHouse({ url });
  t.teardown(() => moved.close());
  const [found] = await moved.query<Record<string, number>>(
    'SELECT (SELECT count() FROM queries) AS queries, (SELECT sum(queries) FROM traffic_minutes) AS counted',
  );
  t.deepEqual(found, { queries: rows, counted: rows });
});
