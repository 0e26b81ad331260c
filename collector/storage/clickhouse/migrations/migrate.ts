import { createHash } from 'node:crypto';
import { ClickHouseError, type ClickHouseSettings } from '@clickhouse/client';
import type { Log } from '@sonde/shared/system/log.ts';
import type { ClickHouse } from '../clickhouse.ts';
import { migrations as allMigrations } from './all.ts';
import type { Migration } from './migration.ts';
import { alteredTables, renewViews } from './renew-views.ts';
import { oneMachine, type Topology, topologyOf } from './topology.ts';

export interface MigrateOptions {
  readonly clickhouse: ClickHouse;
  /** Waits for statements that go over all that is stored; `clickhouse` unless given. */
  readonly patient?: ClickHouse;
  readonly log: Log;
  /** Makes replicated and distributed tables on that cluster of the server's configuration. */
  readonly cluster?: string | undefined;
  readonly migrations?: readonly Migration[];
  /** Runs the work while no other collector does its own; asked only if something is to be done. */
  readonly alone?: ((work: () => Promise<void>) => Promise<void>) | undefined;
}

/**
 * A migration error states that the schema is not one that this program can work with; the message says why and what
 * helps.
 */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

interface Applied {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/**
 * Brings the database to this program's schema, and resolves with the number of migrations that it applied. It may run at every start and by several collectors at once, since
 * every statement can be repeated. Throws a MigrationError if the database is newer or not of this program's making.
 */
export async function migrate({
  clickhouse,
  patient = clickhouse,
  log,
  cluster,
  migrations = allMigrations,
  alone = (work) => work(),
}: MigrateOptions): Promise<number> {
  const database = quoteIdentifier(clickhouse.database);
  // What goes to all servers of a cluster fails while one of them is away: none is sent where there is nothing to do.
  const found = await appliedIn(clickhouse).catch(noneWithoutTable);
  check(found, migrations);
  if (found.length === migrations.length) return 0;
  let count = 0;
  await alone(async () => {
    const topology = topologyOf(cluster);
    const applied = await prepare(patient, database, topology);
    check(applied, migrations);
    for (const migration of migrations.slice(applied.length)) {
      await apply(patient, migration, topology);
      await patient.command(
        'INSERT INTO migrations SELECT {number:UInt32}, {name:String}, {checksum:String}, now64(3)',
        { number: migration.number, name: migration.name, checksum: checksum(migration) },
      );
      log.info({ number: migration.number, name: migration.name }, 'Applied a ClickHouse migration');
      count++;
    }
  });
  return count;
}

/** Runs the statements of one migration, and gives the views that it altered the identity of unaltered ones. */
export async function apply(clickhouse: ClickHouse, migration: Migration, topology: Topology): Promise<void> {
  const statements = migration.statements(topology);
  for (const statement of statements) {
    try {
      await clickhouse.command(statement, {}, settings);
    } catch (error) {
      // Another collector may be ahead by a migration, and have taken away what this one is about.
      if (!(await isApplied(clickhouse, migration))) throw error;
    }
  }
  await renewViews(clickhouse, alteredTables(statements), topology);
}

const settings: ClickHouseSettings = {
  // A server may end what takes longer than a question should.
  max_execution_time: 0,
  // A table that others took the place of goes, however large it grew.
  max_table_size_to_drop: '0',
  // Rows for other shards are there when a statement ends. Sent later they would be counted by views that are made next,
  // and go block by block under one token, of which the first block alone is stored.
  distributed_foreground_insert: 1,
};

/** Makes the database and the list of what was applied to it, and reads it. */
async function prepare(
  clickhouse: ClickHouse,
  database: string,
  { onCluster, whole }: Topology,
): Promise<Applied[]> {
  await clickhouse.commandOutside(`CREATE DATABASE IF NOT EXISTS ${database}${onCluster}`);
  await clickhouse.command(
    `CREATE TABLE IF NOT EXISTS migrations${onCluster}
     (number UInt32, name String, checksum String, applied_at DateTime64(3, 'UTC'))
     ENGINE = ${whole('migrations')}
     ORDER BY number`,
  );
  // A replica that lags behind would have tables made again that a later migration took away.
  if (onCluster !== '') await clickhouse.command('SYSTEM SYNC REPLICA migrations');
  return appliedIn(clickhouse);
}

function appliedIn(clickhouse: ClickHouse): Promise<Applied[]> {
  return clickhouse.query<Applied>(
    'SELECT number, any(name) AS name, any(checksum) AS checksum FROM migrations GROUP BY number ORDER BY number',
  );
}

/** An installation that is new has neither the table nor its database (ErrorCodes.cpp of ClickHouse). */
function noneWithoutTable(error: unknown): Applied[] {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof ClickHouseError && ['60', '81'].includes(cause.code)) return [];
  throw error;
}

async function isApplied(clickhouse: ClickHouse, { number }: Migration): Promise<boolean> {
  const rows = await clickhouse.query('SELECT 1 FROM migrations WHERE number = {number:UInt32} LIMIT 1', {
    number,
  });
  return rows.length > 0;
}

function check(applied: readonly Applied[], migrations: readonly Migration[]): void {
  const newest = applied.at(-1)?.number ?? 0;
  if (newest > migrations.length) {
    throw new MigrationError(
      `The ClickHouse database has schema ${newest} while this program knows up to ${migrations.length}: ` +
        'it was used by a newer version. Run that version or a newer one.',
    );
  }
  for (const [index, { number, name, checksum: found }] of applied.entries()) {
    const migration = migrations[index];
    if (migration?.number !== number || checksum(migration) !== found) {
      throw new MigrationError(
        `Migration ${number} (${name}) of the ClickHouse database differs from this program's: ` +
          'the database was made by a development version or altered by hand.',
      );
    }
  }
}

/** Over the statements as of one machine, so that it is the same whatever the topology. */
function checksum(migration: Migration): string {
  return createHash('sha256').update(migration.statements(oneMachine).join(';\n')).digest('hex').slice(0, 32);
}

function quoteIdentifier(name: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name)) {
    throw new MigrationError('A ClickHouse database name has letters, digits and _ and at most 64 of them.');
  }
  return `\`${name}\``;
}
