import {
  type ClientName,
  type ClientNameStore,
  clientNameSources,
} from '../../ports/traffic/client-names.ts';
import { inTurnOfAccount } from './accounts/in-turn-of-account.ts';
import type { Postgres } from './pool.ts';

/** Thrown to undo a change. */
class TooMany extends Error {}

export function createClientNames(postgres: Postgres): ClientNameStore {
  return {
    list: (accountId) =>
      postgres.query<ClientName>(
        `SELECT DISTINCT ON (address) address, name, source FROM client_names WHERE account_id = $1
         ORDER BY address, array_position($2::text[], source)`,
        [accountId, clientNameSources],
      ),
    change: async (accountId, names, most) => {
      const removed = names.filter(({ name }) => name === null).map(({ address }) => address);
      const put = names.filter(({ name }) => name !== null);
      try {
        await inTurnOfAccount(postgres, accountId, async (transaction) => {
          await transaction.query(
            "DELETE FROM client_names WHERE account_id = $1 AND source = 'operator' AND address = ANY ($2)",
            [accountId, removed],
          );
          await transaction.query(
            `INSERT INTO client_names (account_id, address, name)
             SELECT $1, * FROM unnest($2::text[], $3::text[])
             ON CONFLICT (account_id, address, source) DO UPDATE SET name = excluded.name`,
            [accountId, put.map(({ address }) => address), put.map(({ name }) => name)],
          );
          const [found] = await transaction.query<{ count: number }>(
            "SELECT count(*) FROM client_names WHERE account_id = $1 AND source = 'operator'",
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
    putFound: async (accountId, source, names, at) => {
      const put = names.filter(({ name }) => name !== null);
      const removed = names.filter(({ name }) => name === null).map(({ address }) => address);
      if (removed.length > 0) {
        await postgres.query(
          'DELETE FROM client_names WHERE account_id = $1 AND source = $2 AND address = ANY ($3)',
          [accountId, source, removed],
        );
      }
      if (put.length === 0) return;
      await postgres.query(
        `INSERT INTO client_names AS n (account_id, source, found_at, address, name)
         SELECT $1, $2, $3, * FROM unnest($4::text[], $5::text[])
         ON CONFLICT (account_id, address, source) DO UPDATE SET name = excluded.name, found_at = excluded.found_at`,
        [accountId, source, at, put.map(({ address }) => address), put.map(({ name }) => name)],
      );
    },
    forgetFound: async (accountId, source, before) => {
      await postgres.query(
        'DELETE FROM client_names WHERE account_id = $1 AND source = $2 AND found_at < $3',
        [accountId, source, before],
      );
    },
  };
}
