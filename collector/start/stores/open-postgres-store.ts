import type { Log } from '@sonde/shared/system/log.ts';
import type { PoolConfig } from 'pg';
import type { Meter } from '../../ports/system/metrics.ts';
import { migrate } from '../../storage/postgres/migrate.ts';
import { migrations } from '../../storage/postgres/migrations/index.ts';
import { openPostgres, type PoolPressure, type Postgres } from '../../storage/postgres/pool.ts';
import type { Stage } from '../stage.ts';

const gauges: readonly (readonly [name: string, what: keyof PoolPressure, help: string])[] = [
  ['sonde_postgres_connections', 'connections', 'Connections to PostgreSQL that are open.'],
  ['sonde_postgres_connections_busy', 'busy', 'Connections to PostgreSQL that have something to do.'],
  ['sonde_postgres_waiting', 'waiting', 'Statements and transactions that wait for a connection.'],
  [
    'sonde_postgres_waiting_in_lanes',
    'inLanes',
    'Transactions that wait, without a connection, for another that changes the same thing.',
  ],
  [
    'sonde_postgres_given_up',
    'givenUp',
    'Statements and transactions that waited in vain since the start, and were refused.',
  ],
];

/** Opens PostgreSQL as soon as it is there, with this program's schema. */
export async function openPostgresStore(
  { address, log, meter }: { address: Promise<PoolConfig>; log: Log; meter: Meter },
  stage: Stage,
): Promise<{ postgres: Postgres; connection: PoolConfig }> {
  const connection = await address;
  const postgres = openPostgres(connection, log);
  stage.add('PostgreSQL connections', { stop: () => postgres.close() });
  for (const [name, what, help] of gauges) meter.gauge(name, help, () => postgres.pressure()[what]);
  await migrate(postgres, migrations);
  return { postgres, connection };
}
