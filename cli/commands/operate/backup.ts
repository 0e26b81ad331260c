import { once } from 'node:events';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { BackupError } from '@sonde/shared/backup/backup-error.ts';
import type { About, Manifest } from '@sonde/shared/backup/backup-schema.ts';
import { readBackup } from '@sonde/shared/backup/read-backup.ts';
import { syncDirectory } from '@sonde/shared/files/write-durably.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command } from 'commander';
import { type ApiOptions, addApiOptions, connect } from '../../api/connect.ts';
import { print, printJson } from '../../print.ts';

type Options = ApiOptions & { readonly quiet?: true };

/** Milliseconds between two lines of progress. */
const progressEvery = 1_000;

/** Creates the command `sonde backup`: it has a running collector make a backup, and verifies it as it is written. */
export function backupCommand(): Command {
  return addApiOptions(new Command('backup'))
    .description(
      'Back up all data of a running collector, and verify the backup as it is written. The backup contains secrets, so only the owner can read the file.',
    )
    .argument('<FILE>', 'name of the new tar archive; - for standard output')
    .option('--quiet', 'show no progress')
    .action(async (file: string, options: Options) => {
      const chunks = () => connect(options).bytes('POST /api/admin/backups', {});
      if (file === '-') {
        await received(chunks(), standardOutput, options).catch((error: unknown) => {
          throw explained(error, 'standard output');
        });
        return;
      }
      const path = resolve(file);
      if (await exists(path)) throw new UsageError(`${file} already exists. Choose another name.`);
      const unfinished = `${path}.part`;
      const { about, manifest, bytes } = await receivedInto(unfinished, chunks(), options).catch(
        (error: unknown) => {
          throw explained(error, file);
        },
      );
      await rename(unfinished, path);
      await syncDirectory(dirname(path));
      if (options.json) return printJson(summaryOf(path, bytes, about, manifest));
      print(report(file, bytes, about, manifest));
    });
}

interface Received {
  readonly about: About;
  readonly manifest: Manifest;
  readonly bytes: number;
}

/** What was begun and not finished is removed. */
async function receivedInto(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  options: Options,
): Promise<Received> {
  const out = await open(path, 'wx', 0o600);
  try {
    const write = async (chunk: Uint8Array): Promise<void> => {
      // Not all of it is written at once where the disk is about to be full.
      for (let at = 0; at < chunk.length; ) at += (await out.write(chunk, at)).bytesWritten;
    };
    const result = await received(chunks, write, options);
    await out.sync();
    return result;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await out.close();
  }
}

async function standardOutput(chunk: Uint8Array): Promise<void> {
  if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
}

async function received(
  chunks: AsyncIterable<Uint8Array>,
  write: (chunk: Uint8Array) => Promise<void>,
  { quiet, json }: Options,
): Promise<Received> {
  let bytes = 0;
  let about: About | undefined;
  let manifest: Manifest | undefined;
  let toldAt = 0;
  async function* written(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      await write(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  for await (const entry of readBackup(written())) {
    if (entry.kind === 'about') about = entry.about;
    else if (entry.kind === 'end') manifest = entry.manifest;
    else if (!quiet && !json && performance.now() - toldAt > progressEvery) {
      toldAt = performance.now();
      process.stderr.write(
        `${size(bytes)} received, of ${size(about?.bytes ?? 0)} in total; now ${entry.path}\n`,
      );
    }
  }
  // Without them `readBackup` throws.
  return { about: about!, manifest: manifest!, bytes };
}

function explained(error: unknown, file: string): unknown {
  if (error instanceof BackupError)
    return new UsageError(`${error.message} No backup was written. The collector's log shows the reason.`);
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST')
    return new UsageError(`${file}.part already exists: another backup is writing to it.`);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new UsageError(`The disk of ${file} is full. No backup was written.`);
  if (code === 'EACCES' || code === 'ENOENT' || code === 'EROFS' || code === 'ENOTDIR')
    return new UsageError(`${file} cannot be written: ${message}`);
  if (error instanceof TypeError && error.message === 'terminated')
    return new UsageError(
      'The collector aborted the backup. Its log shows the reason. No backup was written.',
    );
  return error;
}

function summaryOf(path: string, bytes: number, about: About, manifest: Manifest) {
  const { sonde, made_at, collector_id, clickhouse } = about;
  return { file: path, bytes, sonde, made_at, collector_id, clickhouse, rows: manifest.rows };
}

function report(file: string, bytes: number, about: About, { rows, files }: Manifest): string {
  const { clickhouse } = about;
  const of = (table: string): string => (rows[table] ?? 0).toLocaleString('en');
  const store =
    clickhouse.engine === 'embedded'
      ? `${clickhouse.queries.toLocaleString('en')} queries`
      : 'no queries, because they are on your own ClickHouse server. Back them up there';
  return `${file}: ${size(bytes)} in ${files.length.toLocaleString('en')} files, as of ${about.made_at}, verified.
It contains ${store}; ${of('accounts')} accounts, ${of('locations')} locations, ${of('threats')} threats.`;
}

function size(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.ceil(bytes / 1_024)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`;
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
