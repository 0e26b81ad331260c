import type { Leases } from '../../ports/system/leases.ts';
import type { Postgres } from './pool.ts';

/** Leases by the database's clock, the only one that all collectors share. */
export function createLeases(postgres: Postgres): Leases {
  return {
    take: async (name, holder, seconds) => {
      const rows = await postgres.query<{ name: string }>(
        `INSERT INTO leases AS l (name, holder, ends_at) VALUES ($1, $2, now() + make_interval(secs => $3))
         ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_at = excluded.ends_at
         WHERE l.holder = excluded.holder OR l.ends_at < now()
         RETURNING name`,
        [name, holder, seconds],
      );
      return rows.length > 0;
    },
    release: async (name, holder) => {
      await postgres.query('DELETE FROM leases WHERE name = $1 AND holder = $2', [name, holder]);
    },
  };
}
