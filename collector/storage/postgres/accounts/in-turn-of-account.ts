import type { Postgres, Queryable } from '../pool.ts';

/**
 * Runs a transaction that is the only one of these which changes an account: what it counts holds until it is done. Those that
 * wait in this process hold no connection.
 */
export function inTurnOfAccount<Result>(
  postgres: Pick<Postgres, 'transaction'>,
  accountId: number,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result> {
  return postgres.transaction(
    async (transaction) => {
      // Of other collectors too.
      await transaction.query('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
      return work(transaction);
    },
    { lane: `account ${accountId}` },
  );
}
