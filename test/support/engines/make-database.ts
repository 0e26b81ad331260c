import { randomBytes } from 'node:crypto';
import type { PoolConfig } from 'pg';
import { migrate } from '../../../collector/storage/postgres/migrate.ts';
import { migrations } from '../../../collector/storage/postgres/migrations/index.ts';
import { openPostgres, type Postgres } from '../../../collector/storage/postgres/pool.ts';
import { readBeginning, type SchemaBeginning } from './emptied-schema.ts';
import { silentLog } from './postgres-silent-log.ts';

/** Makes an empty schema, and returns its name. */
export async function makeSchema(connection: PoolConfig): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await inSchema(connection, name, (postgres) => postgres.query(`CREATE SCHEMA ${name}`));
  return name;
}

/** A schema that is migrated and empty. */
export interface ReadySchema {
  readonly name: string;
  readonly beginning: SchemaBeginning;
}

/** Makes a schema and applies all migrations to it. */
export async function makeDatabase(connection: PoolConfig): Promise<ReadySchema> {
  const name = await makeSchema(connection);
  const beginning = await inSchema(connection, name, async (postgres) => {
    await migrate(postgres, migrations);
    return readBeginning(postgres);
  });
  return { name, beginning };
}

/** Does something in a schema, over a connection of its own. */
export async function inSchema<Result>(
  connection: PoolConfig,
  name: string,
  work: (postgres: Postgres) => Promise<Result>,
): Promise<Result> {
  const postgres = openPostgres({ ...connection, options: `-c search_path=${name}`, max: 1 }, silentLog);
  try {
    return await work(postgres);
  } finally {
    await postgres.close();
  }
}
