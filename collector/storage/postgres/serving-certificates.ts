import type {
  CertificateAttempts,
  KeptCertificate,
  PublishedChallenge,
  ServingCertificateStore,
} from '../../ports/system/serving-certificates.ts';
import type { Postgres } from './pool.ts';
import { storableText } from './storable-text.ts';

const longestFailure = 2_000;

interface CertificateRow {
  directory: string;
  names: string[];
  chain: string;
  sealed_key: string;
  issued_at: Date;
  ends_at: Date;
  renew_at: Date;
  look_again_at: Date;
}

interface ChallengeRow {
  token: string;
  kind: string;
  name: string;
  key_authorization: string;
}

export function createServingCertificates(postgres: Postgres): ServingCertificateStore {
  const challengeWhere = async (condition: string, values: readonly string[]) => {
    const [row] = await postgres.lookUp<ChallengeRow>(
      `SELECT token, kind, name, key_authorization FROM acme_challenges
       WHERE ${condition} AND ends_at > now() ORDER BY ends_at DESC LIMIT 1`,
      [...values],
    );
    return row && toChallenge(row);
  };
  return {
    accountKey: async (directory, sealedKey) => {
      // Whoever comes first makes the account; an update that changes nothing gives back what is there.
      const [row] = await postgres.query<{ sealed_key: string }>(
        `INSERT INTO acme_accounts AS a (directory, sealed_key) VALUES ($1, $2)
         ON CONFLICT (directory) DO UPDATE SET sealed_key = a.sealed_key RETURNING sealed_key`,
        [directory, sealedKey],
      );
      return row!.sealed_key;
    },
    replaceAccountKey: async (directory, sealedKey) => {
      await postgres.query(
        'UPDATE acme_accounts SET sealed_key = $2, created_at = now() WHERE directory = $1',
        [directory, sealedKey],
      );
    },
    certificate: async () => {
      const [row] = await postgres.query<CertificateRow>(
        `SELECT directory, names, chain, sealed_key, issued_at, ends_at, renew_at, look_again_at
         FROM serving_certificates`,
      );
      return row && toCertificate(row);
    },
    keep: (certificate) =>
      postgres.transaction(async (transaction) => {
        await transaction.query(
          `INSERT INTO serving_certificates
           (directory, names, chain, sealed_key, issued_at, ends_at, renew_at, look_again_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (only_one) DO UPDATE SET directory = excluded.directory, names = excluded.names,
           chain = excluded.chain, sealed_key = excluded.sealed_key, issued_at = excluded.issued_at,
           ends_at = excluded.ends_at, renew_at = excluded.renew_at, look_again_at = excluded.look_again_at`,
          [
            certificate.directory,
            certificate.names,
            certificate.chain,
            certificate.sealedKey,
            certificate.issuedAt,
            certificate.endsAt,
            certificate.renewAt,
            certificate.lookAgainAt,
          ],
        );
        await transaction.query('DELETE FROM acme_attempts');
      }),
    planRenewal: async ({ renewAt, lookAgainAt }) => {
      await postgres.query('UPDATE serving_certificates SET renew_at = $1::timestamptz, look_again_at = $2', [
        renewAt,
        lookAgainAt,
      ]);
    },
    attempts: async () => {
      const [row] = await postgres.query<{
        failures: number;
        failed_at: Date;
        last_failure: string;
        not_before: Date;
        asked_for: string;
      }>('SELECT failures, failed_at, last_failure, not_before, asked_for FROM acme_attempts');
      if (row === undefined) return none;
      return {
        failures: row.failures,
        failedAt: row.failed_at,
        lastFailure: row.last_failure,
        notBefore: row.not_before,
        askedFor: row.asked_for,
      };
    },
    noteFailure: async ({ at, message, notBefore, askedFor }) => {
      await postgres.query(
        `INSERT INTO acme_attempts AS a (failures, failed_at, last_failure, not_before, asked_for)
         VALUES (1, $1, $2, $3, $4)
         ON CONFLICT (only_one) DO UPDATE SET failed_at = excluded.failed_at,
           failures = CASE WHEN a.asked_for = excluded.asked_for THEN a.failures ELSE 0 END + 1,
           last_failure = excluded.last_failure, not_before = excluded.not_before,
           asked_for = excluded.asked_for`,
        [at, storableText(message, longestFailure), notBefore, askedFor],
      );
    },
    askSoon: async (now) => {
      await postgres.query('UPDATE acme_attempts SET not_before = $1', [now]);
      // So that the authority is not asked whether it would rather wait.
      await postgres.query(
        `UPDATE serving_certificates SET renew_at = $1::timestamptz, look_again_at = $1::timestamptz + interval '1 hour'`,
        [now],
      );
    },
    publish: async ({ token, kind, name, keyAuthorization }, seconds) => {
      await postgres.query(
        `WITH old AS (DELETE FROM acme_challenges WHERE ends_at < now() AND token <> $1)
         INSERT INTO acme_challenges (token, kind, name, key_authorization, ends_at)
         VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))
         ON CONFLICT (token) DO UPDATE SET kind = excluded.kind, name = excluded.name,
           key_authorization = excluded.key_authorization, ends_at = excluded.ends_at`,
        [token, kind, name, keyAuthorization, seconds],
      );
    },
    withdraw: async (token) => {
      await postgres.query('DELETE FROM acme_challenges WHERE token = $1', [token]);
    },
    challengeByToken: (token) => challengeWhere('token = $1', [token]),
    challengeByName: (kind, name) => challengeWhere('kind = $1 AND name = $2', [kind, name]),
  };
}

const none: CertificateAttempts = {
  failures: 0,
  failedAt: null,
  lastFailure: null,
  notBefore: null,
  askedFor: null,
};

function toCertificate(row: CertificateRow): KeptCertificate {
  return {
    directory: row.directory,
    names: row.names,
    chain: row.chain,
    sealedKey: row.sealed_key,
    issuedAt: row.issued_at,
    endsAt: row.ends_at,
    renewAt: row.renew_at,
    lookAgainAt: row.look_again_at,
  };
}

function toChallenge(row: ChallengeRow): PublishedChallenge {
  return { token: row.token, kind: row.kind, name: row.name, keyAuthorization: row.key_authorization };
}
