import type { SecondFactorStore } from '../../../ports/accounts/second-factors.ts';
import type { Postgres, Queryable } from '../pool.ts';

export function createSecondFactorStore(postgres: Postgres): SecondFactorStore {
  return {
    find: async (personId) => {
      const [row] = await postgres.query<{ confirmed_at: Date | null; codes: number }>(
        `SELECT (SELECT confirmed_at FROM authenticator_apps WHERE person_id = $1) AS confirmed_at,
           (SELECT count(*) FROM recovery_codes WHERE person_id = $1) AS codes`,
        [personId],
      );
      return { appSince: row!.confirmed_at, recoveryCodes: row!.codes };
    },
    offer: async (personId, secret) => {
      await postgres.query(
        `INSERT INTO authenticator_apps (person_id, offered_secret) VALUES ($1, $2)
         ON CONFLICT (person_id) DO UPDATE SET offered_secret = excluded.offered_secret`,
        [personId, secret],
      );
    },
    secrets: async (personId) => {
      const [row] = await postgres.query<{ secret: Buffer | null; offered_secret: Buffer | null }>(
        'SELECT secret, offered_secret FROM authenticator_apps WHERE person_id = $1',
        [personId],
      );
      return { inForce: row?.secret ?? null, offered: row?.offered_secret ?? null };
    },
    confirm: (personId, { secret, step, at, recoveryCodes }) =>
      postgres.transaction(async (transaction) => {
        const [row] = await transaction.query(
          `UPDATE authenticator_apps SET secret = offered_secret, offered_secret = NULL, confirmed_at = $3, last_step = $4
           WHERE person_id = $1 AND offered_secret = $2 RETURNING person_id`,
          [personId, secret, at, step],
        );
        if (row === undefined) return false;
        await putRecoveryCodes(transaction, personId, recoveryCodes);
        return true;
      }),
    useStep: async (personId, secret, step) => {
      const rows = await postgres.query(
        `UPDATE authenticator_apps SET last_step = $3 WHERE person_id = $1 AND secret = $2 AND last_step < $3
         RETURNING person_id`,
        [personId, secret, step],
      );
      return rows.length > 0;
    },
    useRecoveryCode: async (personId, hash) => {
      const rows = await postgres.query(
        'DELETE FROM recovery_codes WHERE person_id = $1 AND hash = $2 RETURNING person_id',
        [personId, hash],
      );
      return rows.length > 0;
    },
    replaceRecoveryCodes: (personId, hashes) =>
      postgres.transaction(async (transaction) => {
        const [row] = await transaction.query(
          'SELECT 1 FROM authenticator_apps WHERE person_id = $1 AND secret IS NOT NULL FOR UPDATE',
          [personId],
        );
        if (row === undefined) return false;
        await putRecoveryCodes(transaction, personId, hashes);
        return true;
      }),
    remove: (personId) => postgres.transaction((transaction) => removeSecondFactors(transaction, personId)),
    unsealed: async (bytes) => {
      const rows = await postgres.query<{ person_id: number; secret: Buffer }>(
        `SELECT a.person_id, s.secret FROM authenticator_apps a
           CROSS JOIN LATERAL (VALUES (a.secret), (a.offered_secret)) AS s (secret)
         WHERE length(s.secret) = $1 ORDER BY a.person_id`,
        [bytes],
      );
      return rows.map(({ person_id: personId, secret }) => ({ personId, secret }));
    },
    reseal: async (personId, before, after) => {
      const rows = await postgres.query(
        `UPDATE authenticator_apps SET secret = CASE WHEN secret = $2 THEN $3 ELSE secret END,
           offered_secret = CASE WHEN offered_secret = $2 THEN $3 ELSE offered_secret END
         WHERE person_id = $1 AND (secret = $2 OR offered_secret = $2) RETURNING person_id`,
        [personId, before, after],
      );
      return rows.length > 0;
    },
  };
}

/** Removes app and recovery codes. False if no app was in force. */
async function removeSecondFactors(transaction: Queryable, personId: number): Promise<boolean> {
  const rows = await transaction.query<{ secret: Buffer | null }>(
    'DELETE FROM authenticator_apps WHERE person_id = $1 RETURNING secret',
    [personId],
  );
  await transaction.query('DELETE FROM recovery_codes WHERE person_id = $1', [personId]);
  return rows.some(({ secret }) => secret !== null);
}

async function putRecoveryCodes(
  transaction: Queryable,
  personId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await transaction.query('DELETE FROM recovery_codes WHERE person_id = $1', [personId]);
  await transaction.query('INSERT INTO recovery_codes (person_id, hash) SELECT $1, unnest($2::bytea[])', [
    personId,
    hashes,
  ]);
}
