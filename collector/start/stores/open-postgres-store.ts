import type { Log } from '@sonde/shared/system/log.ts';
import type { PoolConfig } from 'pg';
import type { Meter } from '../../ports/system/metrics.ts';
import { migrate } from '../../storage/postgres/migrate.ts';
import { migrations } from '../../storage/postgres/migrations/index.ts';
import { openPostgres, type Postgres } from '../../storage/postgres/pool.ts';
import type { Stage } from '../stage.ts';

/** Opens PostgreSQL as soon as it is there, with this program's schema. */
export async function openPostgresStore(
  { address, log, meter }: { address: Promise<PoolConfig>; log: Log; meter: Meter },
  stage: Stage,
): Promise<{ postgres: Postgres; connection: PoolConfig }> {
  const connection = await address;
  const postgres = openPostgres(connection, log);
  stage.add('PostgreSQL connections', { stop: () => postgres.close() });
  meter.gauge('sonde_postgres_connections', 'Connections to PostgreSQL that are open.', () => {
    return postgres.pressure().connections;
  });
  meter.gauge(
    'sonde_postgres_connections_busy',
    'Connections to PostgreSQL that have something to do.',
    () => {
      return postgres.pressure().busy;
    },
  );
  meter.gauge('sonde_postgres_waiting', 'Statements and transactions that wait for a connection.', () => {
    return postgres.pressure().waiting;
  });
  meter.gauge(
    'sonde_postgres_waiting_in_lanes',
    'Transactions that wait, without a connection, for another that changes the same thing.',
    () => postgres.pressure().inLanes,
  );
  meter.gauge(
    'sonde_postgres_given_up',
    'Statements and transactions that waited in vain since the start, and were refused.',
    () => postgres.pressure().givenUp,
  );
  await migrate(postgres, migrations);
  return { postgres, connection };
}
