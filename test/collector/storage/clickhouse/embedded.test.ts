import { spawn } from 'node:child_process';
import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { Registry } from 'prom-client';
import { BrokenPartsWatch } from '../../../../collector/domain/traffic/platform/broken-parts.ts';
import { createPrometheusMeter } from '../../../../collector/metrics/prometheus-meter.ts';
import { ClickHouse } from '../../../../collector/storage/clickhouse/clickhouse.ts';
import { startEmbeddedClickHouse } from '../../../../collector/storage/clickhouse/embedded/start.ts';
import { createClickHouseStores } from '../../../../collector/storage/clickhouse/stores.ts';
import { startTestClickHouse } from '../../../support/engines/clickhouse.ts';
import { createRecordingLog } from '../../../support/recording-log.ts';
import { silentLog as log } from '../../../support/silent-log.ts';

test('an engine that is killed is started again, and one that was stopped is not', async (t) => {
  const engine = await startTestClickHouse();
  t.teardown(() => engine.dispose());
  const clickhouse = new ClickHouse({ socketPath: engine.engine.socketPath }, { database: 'default' });
  t.true(await clickhouse.ping());
  const first = engine.engine.pid()!;
  process.kill(first, 'SIGKILL');
  await gone(first);
  await until(() => engine.engine.restarts() === 1);
  await engine.engine.ready();
  t.not(engine.engine.pid(), first);
  t.deepEqual(await clickhouse.query('SELECT 1 AS one'), [{ one: 1 }]);
  // A crash inside of the engine ends the process, instead of leaving it behind without an answer.
  const second = engine.engine.pid()!;
  process.kill(second, 'SIGSEGV');
  await gone(second);
  await until(() => engine.engine.restarts() === 2);
  await engine.engine.ready();
  const last = engine.engine.pid()!;
  await engine.engine.stop();
  await gone(last);
  t.is(engine.engine.pid(), undefined);
  t.false(await clickhouse.ping());
  const error = await t.throwsAsync(clickhouse.query('SELECT 1'), { name: 'StoreError' });
  t.is((error as { kind?: string }).kind, 'unavailable');
  await t.throwsAsync(engine.engine.ready());
  await clickhouse.close();
});

test('an engine begins anew when it is told to, which is no fault of it', async (t) => {
  const engine = await startTestClickHouse();
  t.teardown(() => engine.dispose());
  const first = engine.engine.pid()!;
  await engine.engine.beginAnew();
  t.not(engine.engine.pid(), first);
  await gone(first);
  t.is(engine.engine.restarts(), 0);
  const clickhouse = new ClickHouse({ socketPath: engine.engine.socketPath }, { database: 'default' });
  t.true(await clickhouse.ping());
  await clickhouse.close();
  // And one that is killed after that is started again as ever.
  process.kill(engine.engine.pid()!, 'SIGKILL');
  await until(() => engine.engine.restarts() === 1);
  await engine.engine.ready();
});

test('an engine that gives no sign of life is killed and started again', async (t) => {
  const engine = await startTestClickHouse({ heartbeatMilliseconds: 50, silenceMilliseconds: 1_500 });
  t.teardown(() => engine.dispose());
  process.kill(engine.engine.pid()!, 'SIGSTOP');
  await until(() => engine.engine.restarts() >= 1);
  await engine.engine.ready();
  t.pass();
});

test('a data directory in use is refused, and its holder goes on', async (t) => {
  const engine = await startTestClickHouse();
  t.teardown(() => engine.dispose());
  const dataDirectory = join(engine.directory, 'clickhouse');
  await t.throwsAsync(startEmbeddedClickHouse({ dataDirectory, log }), { message: /did not start/ });
  const clickhouse = new ClickHouse({ socketPath: engine.engine.socketPath }, { database: 'default' });
  t.true(await clickhouse.ping());
  await clickhouse.close();
});

test('a data directory with a long and strange path works', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'sonde-test-'));
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  const dataDirectory = join(directory, `it's & <a> "path" ${'x'.repeat(100)}`);
  const engine = await startEmbeddedClickHouse({ dataDirectory, log });
  const clickhouse = new ClickHouse({ socketPath: engine.socketPath }, { database: 'default' });
  t.true(await clickhouse.ping());
  await clickhouse.close();
  await engine.stop();
});

test('the engine goes when the program that started it is killed', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'sonde-test-'));
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  const start = fileURLToPath(
    new URL('../../../../collector/storage/clickhouse/embedded/start.ts', import.meta.url),
  );
  const script = `
    const { startEmbeddedClickHouse } = await import(${JSON.stringify(start)});
    const log = { debug() {}, info() {}, warn() {}, error() {}, child: () => log };
    const engine = await startEmbeddedClickHouse({ dataDirectory: ${JSON.stringify(directory)}, log });
    console.log(engine.pid());`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = await new Promise<number>((resolve) => {
    child.stdout.once('data', (line: Buffer) => resolve(Number(line.toString())));
  });
  child.kill('SIGKILL');
  await gone(pid);
  t.pass();
});

test('a part that cannot be read is told of', async (t) => {
  const engine = await startTestClickHouse();
  t.teardown(() => engine.dispose());
  const clickhouse = new ClickHouse({ socketPath: engine.engine.socketPath }, { database: 'default' });
  const health = createClickHouseStores(clickhouse).storeHealth;
  await clickhouse.command('CREATE TABLE numbers (n UInt64) ENGINE = MergeTree ORDER BY n');
  await clickhouse.command('INSERT INTO numbers SELECT number FROM numbers(1000)');
  t.deepEqual(await health.brokenParts(), []);
  const [part] = await clickhouse.query<{ path: string }>(
    "SELECT path FROM system.parts WHERE active AND table = 'numbers'",
  );
  await engine.engine.stop();
  await truncate(join(part!.path, 'data.bin'), 10);
  const again = await engine.reopen();
  const reopened = new ClickHouse({ socketPath: again.socketPath }, { database: 'default' });
  const recording = createRecordingLog();
  const watch = new BrokenPartsWatch({
    store: createClickHouseStores(reopened).storeHealth,
    meter: createPrometheusMeter(new Registry()),
    log: recording,
  });
  t.deepEqual(watch.warnings, []);
  await watch.look();
  await watch.look();
  t.is(watch.warnings.length, 1);
  t.is(recording.lines.length, 1);
  for (const each of [clickhouse, reopened]) await each.close();
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
