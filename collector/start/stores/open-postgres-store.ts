import type { Log } from '@sonde/shared/system/log.ts';
import type { PoolConfig } from 'pg';
import { migrate } from '../../storage/postgres/migrate.ts';
import { migrations } from '../../storage/postgres/migrations/index.ts';
import { openPostgres, type Postgres } from '../../storage/postgres/pool.ts';
import type { Stage } from '../stage.ts';

/** Opens PostgreSQL as soon as it is there, with this program's schema. */
export async function openPostgresStore(
  { address, log }: { address: Promise<PoolConfig>; log: Log },
  stage: Stage,
): Promise<{ postgres: Postgres; connection: PoolConfig }> {
  const connection = await address;
  const postgres = openPostgres(connection, log);
  stage.add('PostgreSQL connections', { stop: () => postgres.close() });
  await migrate(postgres, migrations);
  return { postgres, connection };
}
