import { createReadStream } from 'node:fs';
import { chown, lchown, mkdir, open, readdir, rename, rm, stat, statfs, symlink } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { BackupError } from '@sonde/shared/backup/backup-error.ts';
import type { About, Manifest } from '@sonde/shared/backup/backup-schema.ts';
import { readBackup } from '@sonde/shared/backup/read-backup.ts';
import { syncDirectory, writeDurably } from '@sonde/shared/files/write-durably.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import { ClickHouse } from '../clickhouse/clickhouse.ts';
import { startEmbeddedClickHouse } from '../clickhouse/embedded/start.ts';
import { migrations as clickhouseMigrations } from '../clickhouse/migrations/all.ts';
import { startEmbeddedPostgres } from '../postgres/embedded/start.ts';
import { openPostgres } from '../postgres/pool.ts';
import { checkMigrations, loadPostgres } from './load-postgres.ts';

export interface Restore {
  readonly file: string;
  readonly dataDirectory: string;
  /** A PostgreSQL server for the tables; an embedded one if it is undefined. */
  readonly databaseUrl: string | undefined;
  readonly log: Log;
  readonly progress: (line: string) => void;
}

export interface Restored {
  readonly about: About;
  readonly rows: ReadonlyMap<string, number>;
}

const pieceBytes = 1024 * 1024;
/** Files are put together here, and moved to their places when all of it is done. */
const unfinishedName = '.restoring';
/** What PostgreSQL takes for a database with nothing in it. */
const leastPostgresBytes = 100 * 1024 * 1024;
/** Room in the database for a byte of packed rows: the rows unpacked, their indexes and the log of both. */
const postgresFactor = 12;
const settingsFile = 'settings-of-backup.json';

/**
 * Reads the whole backup and compares every digest, then restores it into an empty data directory; what fails half-way leaves
 * that directory empty. Throws a BackupError.
 */
export async function restoreBackup(restore: Restore): Promise<Restored> {
  const { file, dataDirectory, progress } = restore;
  const isNew = await refuseUnlessEmpty(dataDirectory);
  progress('Verifying the backup');
  const { about, manifest } = await verify(file);
  checkMigrations(about);
  checkStore(about);
  await checkRoom(restore, about, manifest);
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const unfinished = join(dataDirectory, unfinishedName);
  try {
    await mkdir(unfinished, { mode: 0o700 });
    const rows = await fill(restore, about, unfinished);
    compareRows(manifest, rows);
    for (const name of await readdir(unfinished))
      await rename(join(unfinished, name), join(dataDirectory, name));
    await rm(unfinished, { recursive: true });
    await giveToOwner(dataDirectory);
    await syncDirectory(dataDirectory);
    return { about, rows };
  } catch (error) {
    await rm(isNew ? dataDirectory : unfinished, { recursive: true, force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new BackupError(`The disk of ${dataDirectory} is full. The restore was undone.`);
    throw error;
  }
}

/** Tells whether the directory is to be made. */
async function refuseUnlessEmpty(dataDirectory: string): Promise<boolean> {
  const names = await readdir(dataDirectory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (names?.includes(unfinishedName))
    // Of a restore that was killed, or of one that runs.
    throw new BackupError(
      `${join(dataDirectory, unfinishedName)} belongs to a restore that is running or was interrupted. If no restore is running, remove it.`,
    );
  const found = names?.find((name) => name !== 'lost+found');
  if (found !== undefined)
    throw new BackupError(
      `${dataDirectory} is not empty (it contains ${found}). Choose an empty directory, or move the contents away.`,
    );
  return names === undefined;
}

async function verify(file: string): Promise<{ about: About; manifest: Manifest }> {
  let about: About | undefined;
  let manifest: Manifest | undefined;
  for await (const entry of readBackup(bytesOf(file))) {
    if (entry.kind === 'about') about = entry.about;
    if (entry.kind === 'end') manifest = entry.manifest;
  }
  // Without them `readBackup` throws.
  return { about: about!, manifest: manifest! };
}

function checkStore({ sonde, clickhouse }: About): void {
  if (clickhouse.engine === 'server' || clickhouse.migrations <= clickhouseMigrations.length) return;
  throw new BackupError(
    `The backup was made by Sonde ${sonde}, whose store has schema ${clickhouse.migrations}, while this program knows schemas up to ${clickhouseMigrations.length}. Restore it with that version or a newer one.`,
  );
}

async function checkRoom(
  { dataDirectory, databaseUrl }: Restore,
  about: About,
  manifest: Manifest,
): Promise<void> {
  let place = dataDirectory;
  while ((await stat(place).catch(() => undefined)) === undefined) place = dirname(place);
  const { bavail, bsize } = await statfs(place);
  const packed = manifest.files.reduce(
    (sum, file) => sum + ('bytes' in file && file.path.startsWith('postgres/') ? file.bytes : 0),
    0,
  );
  const needed = about.bytes + (databaseUrl === undefined ? leastPostgresBytes + packed * postgresFactor : 0);
  if (bavail * bsize >= needed) return;
  throw new BackupError(
    `${place} has ${mebibytes(bavail * bsize)} free, but the restored collector needs about ${mebibytes(needed)}.`,
  );
}

async function fill(restore: Restore, about: About, unfinished: string): Promise<Map<string, number>> {
  restore.progress('Writing files');
  await writeFiles(restore.file, unfinished);
  const { settings, secret_settings } = about;
  await writeDurably(join(unfinished, settingsFile), [
    `${JSON.stringify({ settings, secret_settings }, null, 2)}\n`,
  ]);
  if (about.clickhouse.engine === 'embedded') {
    restore.progress('Opening the store');
    await tryStore(unfinished, about.clickhouse, restore.log);
  }
  restore.progress('Loading the database');
  return await loadDatabase(restore, about, unfinished);
}

/** Writes all but PostgreSQL's rows. */
async function writeFiles(file: string, to: string): Promise<void> {
  for await (const entry of readBackup(bytesOf(file))) {
    if (entry.kind === 'about' || entry.kind === 'end' || !entry.path.startsWith('data/')) continue;
    const path = entry.path.slice('data/'.length);
    await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 });
    if (entry.kind === 'link') {
      const target = normalize(join(dirname(path), entry.target));
      if (entry.target.startsWith('/') || target.startsWith('..'))
        throw new BackupError(`The backup contains a link that leaves the data directory: ${entry.path}.`);
      await symlink(entry.target, join(to, path));
      continue;
    }
    // A link that was made before is not followed.
    const out = await open(join(to, path), 'wx', 0o600);
    try {
      for await (const piece of entry.content)
        for (let at = 0; at < piece.length; ) at += (await out.write(piece, at)).bytesWritten;
      await out.datasync();
    } finally {
      await out.close();
    }
  }
}

/** Opens the store with this program's engine and counts its queries. */
async function tryStore(
  directory: string,
  expected: Extract<About['clickhouse'], { engine: 'embedded' }>,
  log: Log,
): Promise<void> {
  const engine = await startEmbeddedClickHouse({ dataDirectory: join(directory, 'clickhouse'), log }).catch(
    (error: unknown) => {
      throw new BackupError(
        `The store of the backup, of ClickHouse ${expected.version}, cannot be opened by this program's engine: ${error}`,
      );
    },
  );
  const clickhouse = new ClickHouse({ socketPath: engine.socketPath });
  try {
    const [found] = await clickhouse.query<{ queries: number }>('SELECT count() AS queries FROM queries');
    if (found!.queries !== expected.queries)
      throw new BackupError(
        `The store of the backup contains ${found!.queries} queries instead of ${expected.queries}. This program's engine may be older than ${expected.version}.`,
      );
  } finally {
    await clickhouse.close();
    await engine.stop();
  }
}

async function loadDatabase(
  { file, databaseUrl, log }: Restore,
  about: About,
  directory: string,
): Promise<Map<string, number>> {
  const engine =
    databaseUrl === undefined ? await startEmbeddedPostgres({ dataDirectory: directory, log }) : undefined;
  const postgres = openPostgres(engine?.connection ?? { connectionString: databaseUrl! }, log);
  try {
    return await loadPostgres(postgres, about.postgres, () => rowsOf(file));
  } finally {
    await postgres.close();
    await engine?.stop();
  }
}

async function* rowsOf(file: string): AsyncGenerator<{ table: string; bytes: Uint8Array }> {
  for await (const entry of readBackup(bytesOf(file))) {
    if (entry.kind !== 'file') continue;
    const table = /^postgres\/([^/]+)\/\d+\.ndjson\.zst$/.exec(entry.path)?.[1];
    if (table === undefined) continue;
    const pieces: Uint8Array[] = [];
    for await (const piece of entry.content) pieces.push(piece);
    yield { table, bytes: Buffer.concat(pieces) };
  }
}

function compareRows({ rows: expected }: Manifest, rows: ReadonlyMap<string, number>): void {
  for (const [table, count] of rows)
    if (count !== expected[table])
      throw new BackupError(`${count} of ${expected[table]} rows of ${table} were restored.`);
}

/** Root restores for the service's user: to whom the data directory is, all in it is, save for PostgreSQL's own. */
async function giveToOwner(dataDirectory: string): Promise<void> {
  const { uid, gid } = await stat(dataDirectory);
  if (process.getuid?.() !== 0 || uid === 0) return;
  for (const entry of await readdir(dataDirectory, { recursive: true }))
    await lchown(join(dataDirectory, entry), uid, gid);
  await chown(dataDirectory, uid, gid);
}

function bytesOf(file: string): AsyncIterable<Uint8Array> {
  return createReadStream(file, { highWaterMark: pieceBytes });
}

function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_048_576)} MiB`;
}
