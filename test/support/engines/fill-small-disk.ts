/**
 * Runs in a mount namespace of its own: fills a small disk through the row store, makes it larger, tries again, and
 * prints what happened as JSON. Its argument is an empty directory.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TrafficGenerator } from '../../../collector/bench/generate-traffic.ts';
import { ClickHouse } from '../../../collector/storage/clickhouse/clickhouse.ts';
import { startEmbeddedClickHouse } from '../../../collector/storage/clickhouse/embedded/start.ts';
import { migrate } from '../../../collector/storage/clickhouse/migrations/migrate.ts';
import { ClickHouseRowStore } from '../../../collector/storage/clickhouse/row-store.ts';
import { silentLog as log } from '../silent-log.ts';

const directory = process.argv[2]!;
const disk = join(directory, 'disk');
await mkdir(disk);
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk]);
const engine = await startEmbeddedClickHouse({ dataDirectory: join(disk, 'clickhouse'), log });
const clickhouse = new ClickHouse({ socketPath: engine.socketPath });
await migrate({ clickhouse, log });
const store = new ClickHouseRowStore(clickhouse);
const generator = new TrafficGenerator({ seed: 1, questions: 20_000, clients: 200, locations: [1] });
const start = Date.UTC(2026, 0, 1);
const hour = 3_600_000;
const rowsPerFile = 10_000;

const acknowledged: number[] = [];
const kinds = new Set<string>();
for (let file = 0; kinds.size === 0 && file < 100; file++) {
  const path = join(directory, `${file}`);
  await writeFile(path, generator.rows(rowsPerFile, start + file * hour, start + (file + 1) * hour));
  await attempt(file);
}
const whenFull = await counts();
const failed = acknowledged.length;
execFileSync('mount', ['-o', 'remount,size=400m', disk]);
await attempt(failed);
for (const file of [0, failed]) await attempt(file);
const afterwards = await counts();
process.stdout.write(JSON.stringify({ rowsPerFile, failed, kinds: [...kinds], whenFull, afterwards }));
await clickhouse.close();
await engine.stop();

async function attempt(file: number): Promise<void> {
  try {
    await store.insertFile(join(directory, `${file}`), `file-${file}`);
    acknowledged.push(file);
  } catch (error) {
    kinds.add((error as { kind?: string }).kind ?? String(error));
  }
}

async function counts(): Promise<number[]> {
  const [row] = await clickhouse.query<{ rows: number; minutes: number; domains: number }>(
    `SELECT (SELECT count() FROM queries) AS rows, (SELECT sum(queries) FROM traffic_minutes) AS minutes,
       (SELECT sum(queries) FROM domains) AS domains`,
  );
  return [row!.rows, row!.minutes, row!.domains];
}
