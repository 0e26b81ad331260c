import { join } from 'node:path';
import { Command } from 'commander';
import type { QuestionReport } from '../bench/api/measure-questions.ts';
import { type ApiBenchReport, type OpenStore, runApiBench } from '../bench/api/run-api-bench.ts';
import { createLog } from '../log/create-log.ts';
import { ClickHouse } from '../storage/clickhouse/clickhouse.ts';
import { migrate } from '../storage/clickhouse/migrations/migrate.ts';
import { insertFilesByEngine } from '../storage/clickhouse/queries/insert-files.ts';
import { mergePast } from '../storage/clickhouse/queries/merge-past.ts';
import { ClickHouseRowStore } from '../storage/clickhouse/row-store.ts';
import { withBenchDirectory } from './bench-directory.ts';
import { wholeNumber } from './bench-numbers.ts';

/**
 * The command `sonde collector bench api` measures how a whole collector with a month in its store answers, and takes
 * in.
 */
export function benchApiCommand(): Command {
  return new Command('api')
    .description(
      'Measure response times of the API on generated traffic during ingest, and ingest through HTTP.',
    )
    .option('--rows <COUNT>', 'number of rows to store', '2000000')
    .option('--days <COUNT>', 'number of days that the rows cover', '30')
    .option('--locations <COUNT>', 'number of locations of the rows', '3')
    .option('--repetitions <COUNT>', 'number of runs of each query', '60')
    .option('--rate <COUNT>', 'rows per second to ingest during the queries', '2000')
    .option('--ingest-rows <COUNT>', 'rows for the separate measurement of ingest; 0 skips it', '1000000')
    .option('--batch <COUNT>', 'rows per batch in this measurement', '10000')
    .option('--connections <COUNT>', 'number of concurrent batches', '4')
    .option('--memory <BYTES>', 'memory limit of ClickHouse in bytes (default: as in the collector)')
    .option(
      '--directory <DIR>',
      'keep the store in this directory, or use the store in it; an incomplete store is completed',
    )
    .option('--json', 'print JSON instead of text')
    .action((options: Record<string, string>) =>
      withBenchDirectory(options.directory, async (directory, signal) => {
        const report = await runApiBench(
          {
            rows: wholeNumber(options.rows, 0),
            days: wholeNumber(options.days, 0),
            locations: Math.max(2, wholeNumber(options.locations, 0)),
            repetitions: wholeNumber(options.repetitions, 0),
            rate: wholeNumber(options.rate, 0),
            ingestRows: wholeNumber(options.ingestRows, 0),
            batchRows: wholeNumber(options.batch, 0),
            connections: wholeNumber(options.connections, 0),
            memory: options.memory,
            directory,
          },
          { openStore, progress: (line) => process.stderr.write(`${line}\n`), signal },
        );
        process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : render(report));
      }),
    );
}

/** A day of up to some millions of rows as one part. */
const oneBlock = { min_insert_block_size_rows: '10000000', min_insert_block_size_bytes: '4294967296' };

/** The running collector's embedded engine, by its socket. */
async function openStore(dataDirectory: string): Promise<OpenStore> {
  const address = { socketPath: join(dataDirectory, 'clickhouse', 'engine.sock') };
  const clickhouse = new ClickHouse(address, { requestMilliseconds: 600_000 });
  const plain = new ClickHouse(address, { database: 'plain', requestMilliseconds: 600_000 });
  const rows = new ClickHouseRowStore(clickhouse);
  return {
    insertDay: (path, token) => rows.insertFile(path, token, oneBlock),
    mergePast: (day, progress) => mergePast(clickhouse, day, progress),
    plainInsert: (pattern) => insertFilesByEngine(plain, pattern),
    preparePlain: async () => {
      await clickhouse.command('DROP DATABASE IF EXISTS plain SYNC');
      await migrate({ clickhouse: plain, log: createLog('silent', { write: () => {} }) });
    },
    storedRows: async () =>
      (await clickhouse.query<{ count: number }>('SELECT count() AS count FROM queries'))[0]!.count,
    close: async () => {
      await clickhouse.commandOutside('DROP DATABASE IF EXISTS plain SYNC');
      for (const each of [clickhouse, plain]) await each.close();
    },
  };
}

function render(report: ApiBenchReport): string {
  const { storedRows, readyMs, quiet, whileIngesting, rowsMeanwhile, clickhouseBytes, ingest } = report;
  const number = (value: number): string => Math.round(value).toLocaleString('en');
  return `${[
    `Rows stored: ${number(storedRows)}; a start on them: ${number(readyMs)} ms`,
    '',
    ...questionLines('At rest, milliseconds:', quiet),
    '',
    ...questionLines(`While rows come in (${number(rowsMeanwhile)}):`, whileIngesting),
    '',
    `Memory of ClickHouse at most: ${number(clickhouseBytes / 1024 / 1024)} MiB`,
    ...(ingest === undefined
      ? []
      : [
          '',
          `Ingest through HTTP: ${number(ingest.rowsPerSecond)} rows/s; the engine by itself ${number(ingest.plainRowsPerSecond)} ` +
            `(${Math.round((100 * ingest.rowsPerSecond) / ingest.plainRowsPerSecond)} %)`,
          `Processor time of a row: collector ${ingest.collectorMicroseconds.toFixed(1)} µs, engines ` +
            `${ingest.enginesMicroseconds.toFixed(1)} µs (PostgreSQL ${ingest.postgresMicroseconds.toFixed(1)} of it), sender ` +
            `${ingest.senderMicroseconds.toFixed(1)} µs; the engine by itself ${ingest.plainMicroseconds.toFixed(1)} µs`,
          `Event loop delay: p99 ${ingest.delayP99Ms.toFixed(1)} ms, at most ${ingest.delayMaxMs.toFixed(1)} ms; ` +
            `memory of the collector at most ${number(ingest.residentBytes / 1024 / 1024)} MiB`,
        ]),
  ].join('\n')}\n`;
}

function questionLines(title: string, reports: readonly QuestionReport[]): string[] {
  const columns = (values: readonly string[]): string => values.map((value) => value.padStart(11)).join('');
  return [
    `${' '.repeat(32)}${columns(['', '', 'processor', 'time'])}`,
    `${title.padEnd(32)}${columns(['p50', 'p95', 'collector', 'engines'])}`,
    ...reports.map(
      ({ question, p50Ms, p95Ms, collectorMs, enginesMs }) =>
        `  ${question.padEnd(30)}${columns([p50Ms, p95Ms, collectorMs, enginesMs].map((value) => value.toFixed(1)))}`,
    ),
  ];
}
