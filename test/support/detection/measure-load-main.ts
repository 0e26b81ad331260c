import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRowDetectors } from '../../../collector/domain/detection/create-detectors.ts';
import { SeededRandom } from '../../../collector/domain/detection/dga/training/seeded-random.ts';
import { wordLists } from '../../../collector/domain/detection/dga/training/word-lists.ts';
import { createIndicatorDetector } from '../../../collector/domain/detection/indicator-detector.ts';
import { IndicatorMatcher } from '../../../collector/domain/detection/indicator-matcher.ts';
import { defaultSettings } from '../../../collector/domain/detection/settings.ts';
import { createTrafficDetector } from '../../../collector/domain/detection/traffic-detector.ts';
import type { Indicator } from '../../../collector/ports/threats/indicators.ts';
import { ClickHouseRowStore } from '../../../collector/storage/clickhouse/row-store.ts';
import { startEmbeddedPostgres } from '../../../collector/storage/postgres/embedded/start.ts';
import { createIndicatorStore } from '../../../collector/storage/postgres/indicators.ts';
import { migrate } from '../../../collector/storage/postgres/migrate.ts';
import { migrations } from '../../../collector/storage/postgres/migrations/index.ts';
import { openPostgres } from '../../../collector/storage/postgres/pool.ts';
import { FileSpool } from '../../../collector/storage/spool/file-spool.ts';
import { startMigratedDatabase } from '../engines/migrated-database.ts';
import { binaryBatch, binaryUpload } from '../ingest/uploads.ts';
import { wholeIngest } from '../ingest/whole-ingest.ts';
import { processorTime } from '../loads/slowness.ts';
import { silentLog } from '../silent-log.ts';
import { until } from '../until.ts';
import { ordinaryTraffic } from './measure-matching.ts';

/**
 * Prints what loading indicators out of PostgreSQL does to a collector that takes rows in meanwhile, with all detectors, in turns with the rows alone:
 * `scripts/run test/support/detection/measure-load-main.ts [indicators] [rows] [rounds]`.
 */
const [indicators = '1000000', rows = '200000', rounds = '3'] = process.argv.slice(2);
const rowsPerBatch = 5_000;
const sources = 5;
const random = new SeededRandom(51);
const { nouns, adjectives } = wordLists;

const directory = await mkdtemp(join(tmpdir(), 'sonde-load-'));
// The server may run as a user of its own.
await chmod(directory, 0o711);
const server = await startEmbeddedPostgres({ dataDirectory: join(directory, 'postgres'), log: silentLog });
const postgres = openPostgres(server.connection, silentLog);
const database = await startMigratedDatabase();
try {
  await migrate(postgres, migrations);
  const store = createIndicatorStore(postgres);
  for (let source = 0; source < sources; source++)
    await store.replaceSource(`source-${source}`, madeUp(Number(indicators) / sources, source));
  const uploads = await batches();
  const matcher = new IndicatorMatcher();
  await matcher.refresh(store);
  console.log(`${matcher.size} indicators in PostgreSQL, ${rows} rows in batches of ${rowsPerBatch}`);
  for (let round = 0; round < Number(rounds); round++) {
    report('indicators alone', await watched(() => new IndicatorMatcher().refresh(store)), 0);
    for (const name of round % 2 === 0 ? ['rows alone', 'both'] : ['both', 'rows alone']) {
      const detectors = [
        createIndicatorDetector(matcher),
        createTrafficDetector(createRowDetectors(), {
          settingsOf: () => defaultSettings,
          onFailure: (failed, error) => console.error(failed, error),
        }),
      ];
      const spool = await FileSpool.open(join(directory, `spool-${round}-${name}`));
      const { storer, ingest } = wholeIngest({
        spool,
        rows: new ClickHouseRowStore(database.clickhouse),
        detectors,
      });
      await storer.start();
      let loads = 0;
      let isOver = false;
      const loading = async (): Promise<void> => {
        for (; name === 'both' && !isOver; loads++) await new IndicatorMatcher().refresh(store);
      };
      const beside = loading();
      const seen = await watched(async () => {
        for (const upload of uploads) await ingest.accept(binaryUpload(upload));
        await until(() => spool.bytes === 0, 300_000);
      });
      isOver = true;
      await beside;
      await storer.stop();
      report(name === 'both' ? `rows, and indicators again and again (${loads})` : name, seen, Number(rows));
    }
  }
} finally {
  await database.dispose();
  await postgres.close();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}

interface Watched {
  readonly seconds: number;
  /** Milliseconds between two turns of the event loop, at most, and of the thread's processor time in them. */
  readonly block: number;
  readonly processorBlock: number;
}

/** Runs an action, and watches what the event loop's turns take meanwhile. */
async function watched(action: () => Promise<unknown>): Promise<Watched> {
  const interval = 1;
  let block = 0;
  let processorBlock = 0;
  let at = performance.now();
  let used = processorTime();
  const timer = setInterval(() => {
    const now = performance.now();
    const usedNow = processorTime();
    block = Math.max(block, now - at - interval);
    processorBlock = Math.max(processorBlock, usedNow - used);
    at = now;
    used = usedNow;
  }, interval);
  const began = at;
  await action();
  clearInterval(timer);
  return { seconds: (performance.now() - began) / 1_000, block, processorBlock };
}

function report(name: string, { seconds, block, processorBlock }: Watched, done: number): void {
  const speed = done === 0 ? `${seconds.toFixed(1)} s` : `${Math.round(done / seconds)} rows/s`;
  console.log(
    `${name}: ${speed}; longest block ${block.toFixed(0)} ms, ${processorBlock.toFixed(0)} ms of processor time`,
  );
}

function* madeUp(count: number, source: number): Generator<Indicator> {
  for (let row = 1; row <= count; row++) {
    const word = `${random.of(adjectives)}${random.of(nouns)}${source}${row.toString(36)}`;
    const name = row % 10 === 0 ? `198.18.${row % 256}.${(row >> 8) % 256}` : `${word}.com`;
    yield {
      name,
      threatType: 'malware',
      severity: 'high',
      source: `source-${source}`,
      description: 'Made up.',
      row,
      expiresAt: 2_000_000_000,
    };
  }
}

async function batches(): Promise<Buffer[]> {
  const traffic = ordinaryTraffic(Number(rows), random);
  const now = Date.now() * 1_000 - 3_600_000_000;
  const made: Buffer[] = [];
  for (let at = 0; at < traffic.length; at += rowsPerBatch)
    made.push(
      await binaryBatch(
        traffic.slice(at, at + rowsPerBatch).map((row, index) => ({ ...row, observedAt: now + at + index })),
      ),
    );
  return made;
}
