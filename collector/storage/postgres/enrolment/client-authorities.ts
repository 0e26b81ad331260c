import type { ClientAuthority, ClientAuthorityStore } from '../../../ports/ingest/client-authorities.ts';
import type { Postgres } from '../pool.ts';

interface AuthorityRow {
  id: number;
  certificate: string;
  sealed_key: string;
  signs_from: Date;
  ends_at: Date;
  needed_until: Date | null;
}

export function createClientAuthorityStore(postgres: Postgres): ClientAuthorityStore {
  return {
    authorities: async (now) => {
      const rows = await postgres.query<AuthorityRow>(
        `SELECT id, certificate, sealed_key, signs_from, ends_at, needed_until FROM client_authorities
         WHERE ends_at > $1 ORDER BY id`,
        [now],
      );
      return rows.map(toAuthority);
    },
    add: ({ certificate, sealedKey, signsFrom, endsAt }, newestId, now) =>
      postgres.transaction(async (transaction) => {
        // One at a time: of collectors that start at once, one makes the first.
        await transaction.query('LOCK TABLE client_authorities IN SHARE ROW EXCLUSIVE MODE');
        const added = await transaction.query(
          `INSERT INTO client_authorities (certificate, sealed_key, signs_from, ends_at)
           SELECT $1, $2, $3, $4 WHERE coalesce((SELECT max(id) FROM client_authorities WHERE ends_at > $6), 0) = $5
           RETURNING id`,
          [certificate, sealedKey, signsFrom, endsAt, newestId, now],
        );
        return added.length > 0;
      }),
    noteCertificate: ({ authorityId, keyId, serial, issuedAt, endsAt }) =>
      postgres.transaction(async (transaction) => {
        await transaction.query(
          'UPDATE client_authorities SET needed_until = greatest(needed_until, $2) WHERE id = $1',
          [authorityId, endsAt],
        );
        await transaction.query(
          `UPDATE enrolled_agents SET certificate_serial = $2, certificate_issued_at = $3, certificate_ends_at = $4
           WHERE key_id = $1`,
          [keyId, serial, issuedAt, endsAt],
        );
      }),
  };
}

function toAuthority(row: AuthorityRow): ClientAuthority {
  return {
    id: row.id,
    certificate: row.certificate,
    sealedKey: row.sealed_key,
    signsFrom: row.signs_from,
    endsAt: row.ends_at,
    neededUntil: row.needed_until,
  };
}
