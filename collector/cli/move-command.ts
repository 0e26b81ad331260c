import { join, resolve } from 'node:path';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command } from 'commander';
import { pino } from 'pino';
import { createLog } from '../log/create-log.ts';
import { ClickHouse } from '../storage/clickhouse/clickhouse.ts';
import { startEmbeddedClickHouse } from '../storage/clickhouse/embedded/start.ts';
import { migrate } from '../storage/clickhouse/migrations/migrate.ts';
import { topologyOf } from '../storage/clickhouse/migrations/topology.ts';
import { moveTables } from '../storage/clickhouse/move/move-tables.ts';

interface Options {
  readonly to?: string;
  readonly cluster?: string;
  readonly data: string;
}

/** The command `sonde collector move` copies the stored traffic from the embedded ClickHouse to a server. */
export function moveCommand(): Command {
  return new Command('move')
    .description(
      'Copy all stored traffic from the embedded ClickHouse to a server. Stop the collector first. If the copy is interrupted, run the command again. Then start the collector with CLICKHOUSE_URL. The embedded store does not change.',
    )
    .option(
      '--to <URL>',
      'URL of the server, such as http://user:password@host:8123/database (default: CLICKHOUSE_URL and CLICKHOUSE_CLUSTER, which hide the password from other users)',
    )
    .option('--cluster <NAME>', 'cluster of the server for the tables')
    .option('--data <DIR>', 'data directory of the collector', process.env.SONDE_DATA ?? '.sonde')
    .action(move);
}

async function move(options: Options): Promise<void> {
  const { url, cluster } = target(options);
  const log = createLog('warn', pino.destination(2));
  const topology = topologyOf(cluster);
  const engine = await startEmbeddedClickHouse({
    dataDirectory: join(resolve(options.data), 'clickhouse'),
    log,
  }).catch((error: unknown) => {
    throw new UsageError(`The embedded store can't be opened. Stop the collector first. ${error}`);
  });
  const patient = { requestMilliseconds: 3_600_000 };
  const from = new ClickHouse({ socketPath: engine.socketPath }, patient);
  const to = new ClickHouse({ url }, patient);
  try {
    await migrate({ clickhouse: from, log });
    await migrate({ clickhouse: to, log, cluster });
    const progress = (line: string): void => void process.stderr.write(`${line}\n`);
    const { partitions, rows } = await moveTables({ from, to, topology, progress });
    process.stdout.write(`${rows} rows in ${partitions} partitions are on the server.\n`);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  } finally {
    for (const each of [from, to]) await each.close();
    await engine.stop();
  }
}

/** Reads the server and cluster to copy to. The environment's cluster belongs to the environment's server. */
function target({ to, cluster }: Options): { readonly url: string; readonly cluster: string | undefined } {
  const url = to ?? process.env.CLICKHOUSE_URL ?? '';
  if (!URL.canParse(url)) {
    throw new UsageError('--to (or CLICKHOUSE_URL) must be a URL such as http://host:8123/sonde.', 64);
  }
  return { url, cluster: cluster ?? ((to === undefined && process.env.CLICKHOUSE_CLUSTER) || undefined) };
}
