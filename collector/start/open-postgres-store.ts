import type { PoolConfig } from 'pg';
import type { Log } from '../ports/system/log.ts';
import { startEmbeddedPostgres } from '../storage/postgres/embedded/start.ts';
import { migrate } from '../storage/postgres/migrate.ts';
import { migrations } from '../storage/postgres/migrations/index.ts';
import { openPostgres, type Postgres } from '../storage/postgres/pool.ts';
import type { Stage } from './stage.ts';

/** PostgreSQL, ours or the server that `url` names, with this program's schema. */
export async function openPostgresStore(
  { url, dataDirectory, log }: { url: string | undefined; dataDirectory: string; log: Log },
  stage: Stage,
): Promise<{ postgres: Postgres; connection: PoolConfig }> {
  const connection =
    url === undefined
      ? stage.add('PostgreSQL', await startEmbeddedPostgres({ dataDirectory, log })).connection
      : { connectionString: url };
  const postgres = openPostgres(connection, log);
  stage.add('PostgreSQL connections', { stop: () => postgres.close() });
  await migrate(postgres, migrations);
  return { postgres, connection };
}
