import { join } from 'node:path';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command, Option } from 'commander';
import { pino } from 'pino';
import { type BenchReport, runBench } from '../bench/run-bench.ts';
import { createLog } from '../log/create-log.ts';
import { type StoreProfile, storeProfiles } from '../ports/ingest/store-profile.ts';
import { ClickHouse } from '../storage/clickhouse/clickhouse.ts';
import { leastMemoryBytes } from '../storage/clickhouse/embedded/config-file.ts';
import { startEmbeddedClickHouse } from '../storage/clickhouse/embedded/start.ts';
import { migrate } from '../storage/clickhouse/migrations/migrate.ts';
import { oneMachine } from '../storage/clickhouse/migrations/topology.ts';
import { insertFilesByEngine } from '../storage/clickhouse/queries/insert-files.ts';
import { tableBytes } from '../storage/clickhouse/queries/table-bytes.ts';
import { ClickHouseRowStore } from '../storage/clickhouse/row-store.ts';
import { createClickHouseStores } from '../storage/clickhouse/stores.ts';
import { benchApiCommand } from './bench-api-command.ts';
import { benchDatasetsCommand } from './bench-datasets-command.ts';
import { benchDetectionCommand } from './bench-detection-command.ts';
import { withBenchDirectory } from './bench-directory.ts';
import { benchFleetCommand } from './bench-fleet-command.ts';
import { benchHttpCommand } from './bench-http-command.ts';
import { benchLogsCommand } from './bench-logs-command.ts';
import { wholeNumber } from './bench-numbers.ts';
import { benchRegistrationsCommand } from './bench-registrations-command.ts';
import { benchSigmaCommand } from './bench-sigma-command.ts';
import { benchSinksCommand } from './bench-sinks-command.ts';
import { benchStreamsCommand } from './bench-streams-command.ts';
import { benchTechnologiesCommand } from './bench-technologies-command.ts';
import { benchWatchCommand } from './bench-watch-command.ts';
import { benchZonesCommand } from './bench-zones-command.ts';

interface Options {
  readonly rows: string;
  readonly batch: string;
  readonly days: string;
  readonly repetitions: string;
  readonly memory: string;
  readonly profile: StoreProfile;
  readonly json?: true;
}

/** The command `sonde collector bench` measures this machine's store on generated traffic. */
export function benchCommand(): Command {
  return new Command('bench')
    .enablePositionalOptions()
    .description('Measure ingest, size and response times on generated traffic, in a temporary store.')
    .option('--rows <COUNT>', 'number of rows to store', '2000000')
    .option('--batch <COUNT>', 'rows per insert', '100000')
    .option('--days <COUNT>', 'number of days that the rows cover', '3')
    .option('--repetitions <COUNT>', 'number of runs of each query', '20')
    .option('--memory <MIB>', 'memory limit of ClickHouse in MiB', '1024')
    .addOption(
      new Option('--profile <PROFILE>', 'stored details of each query, as in SONDE_STORE_PROFILE')
        .choices(storeProfiles)
        .default('standard'),
    )
    .option('--json', 'print JSON instead of text')
    .action((options: Options) =>
      withBenchDirectory(undefined, (directory, signal) => bench(options, directory, signal)),
    )
    .addCommand(benchApiCommand())
    .addCommand(benchFleetCommand())
    .addCommand(benchHttpCommand())
    .addCommand(benchDetectionCommand())
    .addCommand(benchDatasetsCommand())
    .addCommand(benchRegistrationsCommand())
    .addCommand(benchLogsCommand())
    .addCommand(benchSigmaCommand())
    .addCommand(benchSinksCommand())
    .addCommand(benchStreamsCommand())
    .addCommand(benchTechnologiesCommand())
    .addCommand(benchWatchCommand())
    .addCommand(benchZonesCommand());
}

async function bench(options: Options, directory: string, signal: AbortSignal): Promise<void> {
  const log = createLog('warn', pino.destination(2));
  const engine = await startEmbeddedClickHouse({
    dataDirectory: join(directory, 'clickhouse'),
    memoryBytes: memoryBytes(options.memory),
    log,
  });
  const clickhouse = new ClickHouse({ socketPath: engine.socketPath });
  const plain = new ClickHouse(
    { socketPath: engine.socketPath },
    { database: 'plain', requestMilliseconds: 600_000 },
  );
  try {
    for (const each of [clickhouse, plain]) await migrate({ clickhouse: each, log });
    const report = await runBench(
      {
        rows: wholeNumber(options.rows),
        batchRows: wholeNumber(options.batch),
        days: wholeNumber(options.days),
        repetitions: wholeNumber(options.repetitions),
        directory,
        signal,
      },
      {
        rows: new ClickHouseRowStore(clickhouse, oneMachine, options.profile),
        stores: {
          traffic: createClickHouseStores(clickhouse).traffic,
          domains: createClickHouseStores(clickhouse).domainSightings,
          search: createClickHouseStores(clickhouse).querySearch,
          passive: createClickHouseStores(clickhouse).passiveDns,
        },
        plainInsert: (files) => insertFilesByEngine(plain, files),
        tableBytes: () => tableBytes(clickhouse),
        progress: (line) => process.stderr.write(`${line}\n`),
      },
    );
    process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : render(report));
  } finally {
    for (const each of [clickhouse, plain]) await each.close();
    await engine.stop();
  }
}

function render({ rows, ingest, bytesPerRow, latenciesMs }: BenchReport): string {
  const number = (value: number): string => value.toLocaleString('en');
  const share = Math.round((100 * ingest.rowsPerSecond) / ingest.plainRowsPerSecond);
  return `${[
    `Rows stored: ${number(rows)}`,
    `Ingest: ${number(ingest.rowsPerSecond)} rows/s; the engine by itself ${number(ingest.plainRowsPerSecond)} (${share} %)`,
    `Event loop delay, p99: ${ingest.eventLoopDelayP99Ms} ms`,
    'Bytes per row:',
    ...Object.entries(bytesPerRow).map(
      ([table, bytes]) => `  ${table.padEnd(22)}${bytes.toFixed(2).padStart(8)}`,
    ),
    'Milliseconds:                       p50      p95      max',
    ...latenciesMs.map(
      ({ question, p50, p95, max }) =>
        `  ${question.padEnd(28)}${[p50, p95, max].map((value) => value.toFixed(1).padStart(9)).join('')}`,
    ),
  ].join('\n')}\n`;
}

function memoryBytes(mebibytes: string): number {
  const bytes = wholeNumber(mebibytes) * 1024 * 1024;
  if (bytes >= leastMemoryBytes) return bytes;
  throw new UsageError(`--memory must be at least ${leastMemoryBytes / 1024 / 1024} MiB.`);
}
