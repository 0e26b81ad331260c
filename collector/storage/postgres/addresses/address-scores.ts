import type { AddressScoreStore, HeardOfAddress } from '../../../ports/addresses/address-scores.ts';
import type { Postgres } from '../pool.ts';

interface HeardRow {
  ip: string;
  scanned_at: Date;
  reputation: HeardOfAddress['reputation'];
}

export function createAddressScoreStore(postgres: Postgres): AddressScoreStore {
  return {
    candidates: async (after, since, limit) => {
      const rows = await postgres.query<{ ip: string }>(
        `SELECT host(ip) AS ip FROM (
           (SELECT ip FROM address_scores WHERE ip > $1 ORDER BY ip LIMIT $3)
           UNION (SELECT DISTINCT ip FROM address_sightings WHERE ip > $1 AND last_seen_at >= $2 ORDER BY ip LIMIT $3)
           UNION (SELECT DISTINCT ip FROM address_reports WHERE ip > $1 ORDER BY ip LIMIT $3)) AS known
         ORDER BY known.ip LIMIT $3`,
        // Before all addresses: no address is unspecified.
        [after ?? '0.0.0.0', since, limit],
      );
      return rows.map(({ ip }) => ip);
    },
    heardOf: async (ips) => {
      const rows = await postgres.query<HeardRow>(
        `SELECT DISTINCT ON (ip) host(ip) AS ip, scanned_at,
           jsonb_build_object('blacklists', answer->'reputation'->'blacklists',
             'evidence', answer->'reputation'->'evidence') AS reputation
         FROM address_scans WHERE ip = ANY ($1::inet[]) AND scope = 'full' ORDER BY ip, scanned_at DESC`,
        [ips],
      );
      return rows.map(({ scanned_at: at, ...row }) => ({ ...row, at }));
    },
    rescore: async (scores, least) => {
      const [row] = await postgres.query<{ count: number }>(
        `WITH given AS (
           SELECT * FROM unnest($1::inet[], $2::smallint[], $3::integer[], $4::text[], $5::bigint[], $6::timestamptz[])
             AS g (ip, abuse_confidence, total_reports, country, asn, last_seen)),
         changed AS (
           UPDATE address_scores a SET abuse_confidence = g.abuse_confidence, total_reports = g.total_reports,
             country = g.country, asn = g.asn, last_seen = greatest(a.last_seen, g.last_seen)
           FROM given g WHERE a.ip = g.ip
             AND (a.abuse_confidence, a.total_reports, a.country, a.asn, greatest(a.last_seen, g.last_seen))
               IS DISTINCT FROM (g.abuse_confidence, g.total_reports, g.country, g.asn, a.last_seen)
           RETURNING 1),
         added AS (
           INSERT INTO address_scores (ip, abuse_confidence, total_reports, blacklist_hits, country, asn, last_seen)
           SELECT g.ip, g.abuse_confidence, g.total_reports, NULL, g.country, g.asn, g.last_seen FROM given g
           WHERE g.abuse_confidence >= $7 AND NOT EXISTS (SELECT FROM address_scores a WHERE a.ip = g.ip)
           ORDER BY g.ip ON CONFLICT (ip) DO NOTHING
           RETURNING 1)
         SELECT (SELECT count(*) FROM changed) + (SELECT count(*) FROM added) AS count`,
        [
          scores.map(({ ip }) => ip),
          scores.map(({ abuseConfidence }) => abuseConfidence),
          scores.map(({ totalReports }) => totalReports),
          scores.map(({ country }) => country),
          scores.map(({ asn }) => asn),
          scores.map(({ lastSeen }) => lastSeen),
          least,
        ],
      );
      return row!.count;
    },
  };
}
