import type { ReadinessCheck } from '../http/system/health-routes.ts';
import type { ClickHouse } from '../storage/clickhouse/clickhouse.ts';
import type { Postgres } from '../storage/postgres/pool.ts';

/**
 * Lists the checks of what the collector can't serve without. `trouble` says why accepted rows can't be stored,
 * undefined while they can.
 */
export function readinessChecks(
  postgres: Postgres,
  clickhouse: ClickHouse,
  trouble: () => string | undefined,
): ReadinessCheck[] {
  return [
    { name: 'postgres', check: async () => void (await postgres.query('SELECT 1')) },
    {
      name: 'clickhouse',
      check: async () => {
        if (!(await clickhouse.ping())) throw new Error('no answer');
      },
    },
    {
      name: 'spool',
      check: async () => {
        const reason = trouble();
        if (reason !== undefined) throw new Error(reason);
      },
    },
  ];
}
