/**
 * Runs in a mount namespace of its own: the spool and the store of a collector on a disk that is full before long, and
 * then grows. Prints what was acknowledged and what is stored as JSON. Its argument is an empty directory.
 */
import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { benchSender, prepareUpload } from '../../../collector/bench/api/uploads.ts';
import { TrafficGenerator } from '../../../collector/bench/generate-traffic.ts';
import { ClickHouse } from '../../../collector/storage/clickhouse/clickhouse.ts';
import { startEmbeddedClickHouse } from '../../../collector/storage/clickhouse/embedded/start.ts';
import { migrate } from '../../../collector/storage/clickhouse/migrations/migrate.ts';
import { ClickHouseRowStore } from '../../../collector/storage/clickhouse/row-store.ts';
import { FileSpool } from '../../../collector/storage/spool/file-spool.ts';
import { binaryUpload, senderKey } from '../ingest/uploads.ts';
import { wholeIngest } from '../ingest/whole-ingest.ts';
import { silentLog as log } from '../silent-log.ts';
import { until } from '../until.ts';

const rowsPerBatch = 5_000;
const disk = join(process.argv[2]!, 'disk');
await mkdir(disk);
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]);
const engine = await startEmbeddedClickHouse({ dataDirectory: join(disk, 'clickhouse'), log });
const clickhouse = new ClickHouse({ socketPath: engine.socketPath });
await migrate({ clickhouse, log });
const spool = await FileSpool.open(join(disk, 'spool'));
const { storer, ingest } = wholeIngest({ spool, rows: new ClickHouseRowStore(clickhouse), detectors: [] });
await storer.start();

const generator = new TrafficGenerator({ seed: 1, questions: 20_000, clients: 200, locations: [1] });
const sender = benchSender(senderKey);
let acknowledged = 0;
const refused: Buffer[] = [];
const kinds = new Set<string>();
for (let batch = 0; refused.length < 5 && batch < 200; batch++) {
  const now = Date.now();
  const { bytes } = await prepareUpload(generator.rows(rowsPerBatch, now - 1_000, now), sender);
  if (!(await offer(bytes))) refused.push(bytes);
}
// What was accepted waits for company first.
await until(() => storer.trouble !== undefined, 30_000);
const trouble = storer.trouble;
execFileSync('mount', ['-o', 'remount,size=600m', disk]);
const accepted = acknowledged;
for (const bytes of refused) await offer(bytes);
await until(() => spool.bytes === 0, 120_000);
process.stdout.write(
  JSON.stringify({
    rowsPerBatch,
    accepted,
    acknowledged,
    kinds: [...kinds],
    trouble,
    stored: await counts(),
  }),
);
await storer.stop();
await clickhouse.close();
await engine.stop();

async function offer(bytes: Buffer): Promise<boolean> {
  try {
    await ingest.accept(binaryUpload(bytes));
    acknowledged++;
    return true;
  } catch (error) {
    kinds.add((error as { kind?: string }).kind ?? String(error));
    return false;
  }
}

async function counts(): Promise<number[]> {
  const [row] = await clickhouse.query<{ rows: number; minutes: number; domains: number }>(
    `SELECT (SELECT count() FROM queries) AS rows, (SELECT sum(queries) FROM traffic_minutes) AS minutes,
       (SELECT sum(queries) FROM domains) AS domains`,
  );
  return [row!.rows, row!.minutes, row!.domains];
}
