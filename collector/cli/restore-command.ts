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
      'Verify a backup and restore it to an empty data directory. Then start the collector with this directory. The start migrates a backup of an older version.',
    )
    .argument('<FILE>', 'file that sonde backup wrote')
    .option('--data <DIR>', 'data directory of the collector', process.env.SONDE_DATA || '.sonde')
    .option(
      '--database-url <URL>',
      'empty database of a PostgreSQL server, instead of the embedded database (env DATABASE_URL, which hides the password from other users)',
    )
    .option('--json', 'print JSON instead of text')
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
      throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
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
    `${dataDirectory} contains the collector as of ${about.made_at}: ${of('accounts')} accounts, ${of('locations')} locations, ${of('threats')} threats.`,
    clickhouse.engine === 'embedded'
      ? `Its store contains ${clickhouse.queries.toLocaleString('en')} queries.`
      : 'Its queries are on your own ClickHouse server (CLICKHOUSE_URL). Restore them from the backup of that server.',
    'Its settings at the time of the backup are in settings-of-backup.json in this directory.',
  ];
  if (onServer) lines.push('Start it with the same DATABASE_URL.');
  if (secrets.length > 0)
    lines.push(`These secret settings are not in the backup. Set them again: ${secrets.join(', ')}.`);
  return `${lines.join('\n')}\n`;
}
