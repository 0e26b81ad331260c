import { basename, join } from 'node:path';
import { type About, aboutFile, backupLayout } from '@sonde/shared/backup/backup-schema.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import type { Postgres, Queryable } from '../postgres/pool.ts';
import { Archive, type Write } from './archive.ts';
import { beginSnapshot, describePostgres, dumpTable } from './dump-postgres.ts';
import { type Keep, type LinkedFile, linkTree } from './link-tree.ts';

export interface BackupParts {
  readonly postgres: Postgres;
  /** The embedded engine; undefined if a server has the rows. */
  readonly clickhouse: ClickHouse | undefined;
  readonly dataDirectory: string;
  /** An empty directory for second names of files, below the data directory and left out of the backup. */
  readonly snapshotDirectory: string;
  /** Runs work while nothing is moved from the spool into the store. */
  readonly hold: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly about: Pick<About, 'sonde' | 'collector_id' | 'settings' | 'secret_settings'>;
  readonly clock: Clock;
}

/**
 * Directories and files that a new start makes again, that belong to other programs, or that are what is passed on already;
 * the databases have ways of their own.
 */
const leftOut = /^(?:postgres|clickhouse|dashboard|logs|agent|sinks|snapshots|\.restoring)$/;
/** Of a process that runs, or not finished. */
const passing = /\.(?:sock|lock|tmp|pid)$/;
/** Files that are written once and then only renamed or removed; among them are the large ones, of zones and datasets. */
const writtenOnce = /\.rows$|^(?:zones|datasets)\//;
/** What is fetched or built at the moment, and is begun anew by a start. */
const unfinished = /^zones\/[^/]+\/work$|^datasets\/[^/]+\/(?:building|incoming)$/;

/**
 * Writes a backup of everything as of one moment. The order is that of a crash from which a start recovers anyway: nothing is
 * on its way into the store; then what sinks have still to pass on, the database, the spool and the store, so that whatever
 * each refers to is there.
 */
export async function writeBackup(parts: BackupParts, write: Write): Promise<void> {
  const archive = new Archive(write, parts.clock.now());
  await parts.postgres.transaction(
    async (transaction) => {
      const { files, store } = await parts.hold(() => takeSnapshot(parts, transaction));
      const postgres = await describePostgres(transaction);
      const about: About = {
        format: 'sonde-backup',
        layout: backupLayout,
        ...parts.about,
        made_at: new Date(parts.clock.now()).toISOString(),
        postgres,
        clickhouse: store,
        bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      };
      await archive.add(aboutFile, Buffer.from(JSON.stringify(about)));
      // First, since vacuum waits for this transaction to end.
      await addTables(archive, transaction, postgres.tables);
      archive.files = files;
    },
    { attempts: 1 },
  );
  for (const file of archive.files) await archive.addFile(join(parts.snapshotDirectory, file.path), file);
  await archive.end();
}

interface Snapshot {
  readonly files: LinkedFile[];
  readonly store: About['clickhouse'];
}

async function takeSnapshot(
  { clickhouse, dataDirectory, snapshotDirectory }: BackupParts,
  transaction: Queryable,
): Promise<Snapshot> {
  const keepTop =
    (names: (name: string) => boolean) =>
    (path: string): Keep => {
      const [top = ''] = path.split('/');
      if (leftOut.test(top) || !names(top) || passing.test(basename(path)) || unfinished.test(path))
        return 'skip';
      return writtenOnce.test(path) ? 'link' : 'copy';
    };
  const tree = { from: dataDirectory, to: join(snapshotDirectory, 'data'), path: 'data' };
  const journal = await linkTree({ ...tree, keep: keepTop((name) => name === 'sink-journal') });
  await beginSnapshot(transaction);
  const others = await linkTree({
    ...tree,
    keep: keepTop((name) => !['sink-journal', 'spool'].includes(name)),
  });
  const spool: LinkedFile[] = [];
  // A batch goes from left to right: looked for in this order, none is missed.
  for (const folder of ['layout', 'aside', 'staged', 'groups', 'kept'])
    spool.push(...(await linkTree({ ...tree, keep: inSpool(folder) })));
  const files = [...others, ...journal, ...spool];
  if (clickhouse === undefined) return { files, store: { engine: 'server' } };
  const { store, parts } = await describeStore(clickhouse);
  const engine = await linkTree({
    from: join(dataDirectory, 'clickhouse', 'engine'),
    to: join(snapshotDirectory, 'data', 'clickhouse', 'engine'),
    path: 'data/clickhouse/engine',
    keep: ofEngine(parts),
  });
  return { files: [...files, ...engine], store };
}

function inSpool(folder: string): (path: string) => Keep {
  return (path) => {
    const [top, second] = path.split('/');
    if (top !== 'spool' || (second !== undefined && second !== folder) || path.endsWith('.tmp'))
      return 'skip';
    return path.endsWith('.rows') ? 'link' : 'copy';
  };
}

/** Of the engine's parts those that are in force; they are never written to again. */
function ofEngine(parts: ReadonlySet<string>): (path: string, isDirectory: boolean) => Keep {
  return (path, isDirectory) => {
    const [top = '', ...rest] = path.split('/');
    if (!['data', 'metadata', 'store'].includes(top)) return 'skip';
    const [, table, part] = rest;
    if (top !== 'store' || part === undefined) return 'copy';
    if (rest.length === 3 && !isDirectory) return part.startsWith('tmp') ? 'skip' : 'copy';
    if (part === 'deduplication_logs' || part === 'detached')
      return part === 'detached' && !isDirectory ? 'skip' : 'copy';
    return parts.has(`${table}/${part}`) ? 'link' : 'skip';
  };
}

async function describeStore(
  clickhouse: ClickHouse,
): Promise<{ store: About['clickhouse']; parts: Set<string> }> {
  const limits = { rows: 10_000_000 };
  const parts = await clickhouse.query<{ id: string; name: string }>(
    `SELECT toString(t.uuid) AS id, p.name AS name FROM system.parts AS p
     JOIN system.tables AS t ON t.database = p.database AND t.name = p.table
     WHERE p.active AND p.database = currentDatabase()`,
    {},
    limits,
  );
  const [found] = await clickhouse.query<{ version: string; migrations: number; queries: number }>(
    `SELECT version() AS version, (SELECT max(number) FROM migrations) AS migrations,
       (SELECT sum(rows) FROM system.parts WHERE active AND database = currentDatabase() AND table = 'queries') AS queries`,
  );
  return {
    store: { engine: 'embedded', ...found! },
    parts: new Set(parts.map(({ id, name }) => `${id}/${name}`)),
  };
}

async function addTables(
  archive: Archive,
  transaction: Queryable,
  tables: readonly { readonly name: string }[],
): Promise<void> {
  for (const { name } of tables) {
    archive.rows[name] = 0;
    let number = 0;
    for await (const { bytes, rows } of dumpTable(transaction, name)) {
      archive.rows[name] += rows;
      await archive.add(`postgres/${name}/${String(++number).padStart(6, '0')}.ndjson.zst`, bytes);
    }
  }
}
