import { resolve } from 'node:path';
import { BackupError } from '@sonde/shared/backup/backup-error.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command } from 'commander';
import { pino } from 'pino';
import { createLog } from '../log/create-log.ts';
import { type Restored, restoreBackup } from '../storage/backup/restore-backup.ts';

interface Options {
  readonly data: string;
  readonly databaseUrl?: string;
  readonly json?: true;
}

/** The command `sonde collector restore`, and `sonde restore`, puts a backup into an empty data directory. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description(
      'Verify a backup and restore it into an empty data directory. Then start the collector there. A backup of an older version is brought up to date by that start.',
    )
    .argument('<FILE>', 'a backup that sonde backup made')
    .option('--data <DIR>', "the collector's data directory", process.env.SONDE_DATA || '.sonde')
    .option(
      '--database-url <URL>',
      'an empty database of a PostgreSQL server, in place of the embedded one (env DATABASE_URL, which shows other users no password)',
    )
    .option('--json', 'for programs')
    .action(restore);
}

async function restore(file: string, options: Options): Promise<void> {
  const databaseUrl = options.databaseUrl ?? (process.env.DATABASE_URL || undefined);
  const dataDirectory = resolve(options.data);
  const restored = await restoreBackup({
    file: resolve(file),
    dataDirectory,
    databaseUrl,
    log: createLog('error', pino.destination(2)),
    progress: (line) => void process.stderr.write(`${line}\n`),
  }).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof BackupError) throw new UsageError(error.message);
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
      throw new UsageError(`${file} can't be read: ${(error as Error).message}`);
    throw new UsageError(`Nothing was restored: ${error instanceof Error ? error.message : String(error)}`);
  });
  const summary = summaryOf(restored, dataDirectory);
  process.stdout.write(
    options.json
      ? `${JSON.stringify(summary)}\n`
      : report(restored, dataDirectory, databaseUrl !== undefined),
  );
}

function summaryOf({ about, rows }: Restored, dataDirectory: string) {
  const { sonde, made_at, collector_id, clickhouse, secret_settings } = about;
  return {
    data_directory: dataDirectory,
    ...{ sonde, made_at, collector_id, clickhouse, secret_settings },
    rows: Object.fromEntries(rows),
  };
}

function report({ about, rows }: Restored, dataDirectory: string, onServer: boolean): string {
  const { clickhouse, secret_settings: secrets } = about;
  const of = (table: string): string => (rows.get(table) ?? 0).toLocaleString('en');
  const lines = [
    `${dataDirectory} has the collector of ${about.made_at}: ${of('accounts')} accounts, ${of('locations')} locations, ${of('threats')} threats.`,
    clickhouse.engine === 'embedded'
      ? `Its store has ${clickhouse.queries.toLocaleString('en')} queries.`
      : 'Its queries are on a ClickHouse server of its own (CLICKHOUSE_URL), which has a backup of its own.',
    'The settings that it ran with are in settings-of-backup.json there.',
  ];
  if (onServer) lines.push('Start it with DATABASE_URL as now.');
  if (secrets.length > 0)
    lines.push(`These were set and are secret, so that you have to give them again: ${secrets.join(', ')}.`);
  return `${lines.join('\n')}\n`;
}
