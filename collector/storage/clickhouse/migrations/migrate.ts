import { createHash } from 'node:crypto';
import type { Log } from '../../../ports/system/log.ts';
import type { ClickHouse } from '../clickhouse.ts';
import { migrations as allMigrations } from './all.ts';
import type { Migration } from './migration.ts';
import { clusterTopology, oneMachine } from './topology.ts';

export interface MigrateOptions {
  readonly clickhouse: ClickHouse;
  readonly log: Log;
  /** Makes replicated and distributed tables on that cluster of the server's configuration. */
  readonly cluster?: string | undefined;
  readonly migrations?: readonly Migration[];
}

/** The schema is not one that this program can work with; the message says why and what helps. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

interface Applied {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/**
 * Brings the database to this program's schema. It may run at every start and by several collectors at once, since
 * every statement can be repeated. Throws a MigrationError where the database is newer or not of this program's making.
 */
export async function migrate({
  clickhouse,
  log,
  cluster,
  migrations = allMigrations,
}: MigrateOptions): Promise<void> {
  const topology = cluster === undefined ? oneMachine : clusterTopology(cluster);
  await clickhouse.commandOutside(
    `CREATE DATABASE IF NOT EXISTS ${quoteIdentifier(clickhouse.database)}${topology.onCluster}`,
  );
  await clickhouse.command(
    `CREATE TABLE IF NOT EXISTS migrations${topology.onCluster}
     (number UInt32, name String, checksum String, applied_at DateTime64(3, 'UTC'))
     ENGINE = ${cluster === undefined ? 'MergeTree' : `ReplicatedMergeTree('/clickhouse/tables/all/{database}/migrations', '{shard}-{replica}')`}
     ORDER BY number`,
  );
  const applied = await clickhouse.query<Applied>(
    'SELECT number, any(name) AS name, any(checksum) AS checksum FROM migrations GROUP BY number ORDER BY number',
  );
  check(applied, migrations);
  for (const migration of migrations.slice(applied.length)) {
    for (const statement of migration.statements(topology)) {
      try {
        await clickhouse.command(statement);
      } catch (error) {
        // Another collector may be ahead by a migration, and have taken away what this one is about.
        if (!(await isApplied(clickhouse, migration))) throw error;
      }
    }
    await clickhouse.command(
      'INSERT INTO migrations SELECT {number:UInt32}, {name:String}, {checksum:String}, now64(3)',
      { number: migration.number, name: migration.name, checksum: checksum(migration) },
    );
    log.info({ number: migration.number, name: migration.name }, 'Applied a ClickHouse migration');
  }
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
