import type { Passkey, PasskeyStore } from '../../../ports/accounts/passkeys.ts';
import type { Postgres } from '../pool.ts';

interface PasskeyRow {
  id: number;
  person_id: number;
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: number;
  transports: string[];
  backed_up: boolean;
  relying_party: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

const columns = `id, person_id, credential_id, public_key, sign_count, transports, backed_up, relying_party, name,
  created_at, last_used_at`;

export function createPasskeyStore(postgres: Postgres): PasskeyStore {
  return {
    list: async (personId) => {
      const rows = await postgres.query<PasskeyRow>(
        `SELECT ${columns} FROM passkeys WHERE person_id = $1 ORDER BY id`,
        [personId],
      );
      return rows.map(toPasskey);
    },
    add: (passkey, most) =>
      postgres.transaction(async (transaction) => {
        // One at a time, so that the count holds.
        await transaction.query('SELECT 1 FROM people WHERE id = $1 FOR NO KEY UPDATE', [passkey.personId]);
        const [known] = await transaction.query<{ count: number }>(
          'SELECT count(*) FROM passkeys WHERE person_id = $1',
          [passkey.personId],
        );
        if (known!.count >= most) return 'full';
        const [row] = await transaction.query<PasskeyRow>(
          `INSERT INTO passkeys (person_id, credential_id, public_key, sign_count, transports, backed_up, relying_party,
             name, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (credential_id) DO NOTHING RETURNING ${columns}`,
          [
            passkey.personId,
            passkey.credentialId,
            passkey.publicKey,
            passkey.signCount,
            passkey.transports,
            passkey.backedUp,
            passkey.relyingParty,
            passkey.name,
            passkey.createdAt,
          ],
        );
        return row === undefined ? 'taken' : toPasskey(row);
      }),
    find: async (credentialId) => {
      const [row] = await postgres.query<PasskeyRow>(
        `SELECT ${columns} FROM passkeys WHERE credential_id = $1`,
        [credentialId],
      );
      return row && toPasskey(row);
    },
    use: async (id, { signCount, backedUp, at }) => {
      const rows = await postgres.query(
        `UPDATE passkeys SET sign_count = $2, backed_up = $3, last_used_at = $4
         WHERE id = $1 AND (sign_count < $2 OR (sign_count = 0 AND $2 = 0)) RETURNING id`,
        [id, signCount, backedUp, at],
      );
      return rows.length > 0;
    },
    rename: async (personId, id, name) => {
      const [row] = await postgres.query<PasskeyRow>(
        `UPDATE passkeys SET name = $3 WHERE person_id = $1 AND id = $2 RETURNING ${columns}`,
        [personId, id, name],
      );
      return row && toPasskey(row);
    },
    remove: async (personId, id) => {
      const rows = await postgres.query(
        'DELETE FROM passkeys WHERE person_id = $1 AND id = $2 RETURNING id',
        [personId, id],
      );
      return rows.length > 0;
    },
    removeAll: async (personId) => {
      const rows = await postgres.query('DELETE FROM passkeys WHERE person_id = $1 RETURNING id', [personId]);
      return rows.length;
    },
  };
}

function toPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    personId: row.person_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    signCount: row.sign_count,
    transports: row.transports,
    backedUp: row.backed_up,
    relyingParty: row.relying_party,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
