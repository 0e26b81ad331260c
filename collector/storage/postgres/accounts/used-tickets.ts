import type { UsedTickets } from '../../../ports/accounts/used-tickets.ts';
import type { Postgres } from '../pool.ts';

export function createUsedTickets(postgres: Postgres): UsedTickets {
  return {
    use: async (id, expiresAt) => {
      const rows = await postgres.query(
        'INSERT INTO used_tickets (id, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id',
        [id, expiresAt],
      );
      return rows.length > 0;
    },
    forgetBefore: async (time) => {
      const rows = await postgres.query('DELETE FROM used_tickets WHERE expires_at <= $1 RETURNING id', [
        time,
      ]);
      return rows.length;
    },
  };
}
