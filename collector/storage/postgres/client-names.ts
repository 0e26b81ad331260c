import type { ClientName, ClientNameStore } from '../../ports/traffic/client-names.ts';
import type { Postgres } from './pool.ts';

/** Thrown to undo a change. */
class TooMany extends Error {}

export function createClientNames(postgres: Postgres): ClientNameStore {
  return {
    list: (accountId) =>
      postgres.query<ClientName>(
        'SELECT address, name FROM client_names WHERE account_id = $1 ORDER BY address',
        [accountId],
      ),
    change: async (accountId, names, most) => {
      const removed = names.filter(({ name }) => name === null).map(({ address }) => address);
      const put = names.filter(({ name }) => name !== null);
      try {
        await postgres.transaction(async (transaction) => {
          // One at a time, so that the count holds.
          await transaction.query('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
          await transaction.query('DELETE FROM client_names WHERE account_id = $1 AND address = ANY ($2)', [
            accountId,
            removed,
          ]);
          await transaction.query(
            `INSERT INTO client_names (account_id, address, name)
             SELECT $1, * FROM unnest($2::text[], $3::text[])
             ON CONFLICT (account_id, address) DO UPDATE SET name = excluded.name`,
            [accountId, put.map(({ address }) => address), put.map(({ name }) => name)],
          );
          const [found] = await transaction.query<{ count: number }>(
            'SELECT count(*) FROM client_names WHERE account_id = $1',
            [accountId],
          );
          if (found!.count > most) throw new TooMany();
        });
        return true;
      } catch (error) {
        if (error instanceof TooMany) return false;
        throw error;
      }
    },
  };
}
