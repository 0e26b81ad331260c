import type { ClientFingerprintStore } from '../../ports/accounts/client-fingerprints.ts';
import type { Postgres } from './pool.ts';

interface RecordRow {
  first_seen: Date;
  last_seen: Date;
  times_seen: number;
  addresses: number;
  fingerprints_of_address: number;
}

/** Others that are counted, at most: whether there are a thousand or more makes no difference to anyone. */
const mostCounted = 1_000;

export function createClientFingerprintStore(postgres: Postgres): ClientFingerprintStore {
  return {
    record: async ({ accountId, sourceAddress, ja4, at }) => {
      const [row] = await postgres.query<RecordRow>(
        `WITH seen AS (
           INSERT INTO client_fingerprints AS known (account_id, ja4, source_ip, first_seen, last_seen)
           VALUES ($1, $2, $3, $4, $4)
           ON CONFLICT (account_id, ja4, source_ip) DO UPDATE
             SET last_seen = greatest(known.last_seen, excluded.last_seen), times_seen = known.times_seen + 1
           RETURNING first_seen, last_seen, times_seen)
         SELECT seen.*,
           -- The statement does not see its own row, whether new or known: it is left out and added.
           1 + (SELECT count(*) FROM (SELECT 1 FROM client_fingerprints c
             WHERE c.account_id = $1 AND c.ja4 = $2 AND c.source_ip <> $3 LIMIT $5) AS others) AS addresses,
           1 + (SELECT count(*) FROM (SELECT 1 FROM client_fingerprints c
             WHERE c.account_id = $1 AND c.source_ip = $3 AND c.ja4 <> $2 LIMIT $5) AS others)
             AS fingerprints_of_address
         FROM seen`,
        [accountId, ja4, sourceAddress, at, mostCounted],
      );
      const record = row!;
      return {
        firstSeen: record.first_seen,
        lastSeen: record.last_seen,
        timesSeen: record.times_seen,
        addresses: record.addresses,
        fingerprintsOfAddress: record.fingerprints_of_address,
      };
    },
    recordMany: async (sightings) => {
      if (sightings.length === 0) return;
      await postgres.query(
        `INSERT INTO client_fingerprints AS known (account_id, ja4, source_ip, first_seen, last_seen, times_seen)
         SELECT account_id, ja4, source_ip::inet, seen_at, seen_at, times
         FROM unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[], $5::bigint[])
           AS seen (account_id, ja4, source_ip, seen_at, times)
         -- One order for all, so that two of these never wait for each other.
         ORDER BY 1, 2, 3
         ON CONFLICT (account_id, ja4, source_ip) DO UPDATE
           SET last_seen = greatest(known.last_seen, excluded.last_seen), times_seen = known.times_seen + excluded.times_seen`,
        [
          sightings.map(({ accountId }) => accountId),
          sightings.map(({ ja4 }) => ja4),
          sightings.map(({ sourceAddress }) => sourceAddress),
          sightings.map(({ at }) => at),
          sightings.map(({ times }) => times),
        ],
      );
    },
    forgetBefore: async (date) => {
      const [forgotten] = await postgres.query<{ count: number }>(
        `WITH gone AS (DELETE FROM client_fingerprints WHERE last_seen < $1 RETURNING 1)
         SELECT count(*) FROM gone`,
        [date],
      );
      return forgotten!.count;
    },
  };
}
