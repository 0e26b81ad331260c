import type { AddressScanAnswer } from '@sonde/shared/schemas/address-scan.ts';
import type {
  AddressScanStore,
  AddressScope,
  AddressScore,
  StoredAddressScan,
} from '../../../ports/addresses/address-scans.ts';
import type { Postgres } from '../pool.ts';
import { storableJson } from '../storable-text.ts';

interface ScanRow {
  id: string;
  scanned_at: Date;
  scope: AddressScope;
  answer: AddressScanAnswer;
  changed: string[];
}

interface ScoreRow {
  ip: string;
  abuse_confidence: number;
  total_reports: number;
  blacklist_hits: number | null;
  has_ptr: boolean | null;
  country: string | null;
  asn: number | null;
  last_seen: Date;
}

const scanColumns = 'id, scanned_at, scope, answer, changed';
const scoreColumns = `host(ip) AS ip, abuse_confidence, total_reports, blacklist_hits, has_ptr, country, asn, last_seen`;

export function createAddressScanStore(postgres: Postgres): AddressScanStore {
  const list = async (ip: string, limit: number): Promise<StoredAddressScan[]> => {
    const rows = await postgres.query<ScanRow>(
      `SELECT ${scanColumns} FROM address_scans WHERE ip = $1 ORDER BY scanned_at DESC, id LIMIT $2`,
      [ip, limit],
    );
    return rows.map(({ scanned_at: at, ...row }) => ({ ...row, at }));
  };
  return {
    latest: async (ip) => (await list(ip, 1))[0],
    list,
    byId: async (scans) => {
      if (scans.length === 0) return [];
      const rows = await postgres.query<ScanRow>(
        `SELECT ${scanColumns} FROM address_scans WHERE ip = ANY ($1::inet[]) AND id = ANY ($2::uuid[])`,
        [scans.map(({ ip }) => ip), scans.map(({ id }) => id)],
      );
      return rows.map(({ scanned_at: at, ...row }) => ({ ...row, at }));
    },
    append: (scan, score) =>
      postgres.transaction(async (transaction) => {
        await transaction.query(
          `INSERT INTO address_scans (ip, ${scanColumns}) VALUES ($1, $2, $3, $4, $5, $6)`,
          [score.ip, scan.id, scan.at, scan.scope, storableJson(scan.answer), scan.changed],
        );
        const { ip, abuseConfidence, totalReports, blacklistHits, hasPtr, country, asn, lastSeen } = score;
        await transaction.query(
          `INSERT INTO address_scores
             (ip, abuse_confidence, total_reports, blacklist_hits, has_ptr, country, asn, last_seen)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
           ON CONFLICT (ip) DO UPDATE SET abuse_confidence = excluded.abuse_confidence,
             total_reports = excluded.total_reports,
             blacklist_hits = coalesce(excluded.blacklist_hits, address_scores.blacklist_hits),
             has_ptr = excluded.has_ptr, country = excluded.country, asn = excluded.asn,
             last_seen = excluded.last_seen`,
          [ip, abuseConfidence, totalReports, blacklistHits, hasPtr, country, asn, lastSeen],
        );
      }),
    count: async () => {
      const [row] = await postgres.query<{ scans: number; addresses: number }>(
        `SELECT (SELECT count(*) FROM address_scans) AS scans, (SELECT count(*) FROM address_scores) AS addresses`,
      );
      return row!;
    },
    highRisk: async ({ minConfidence, limit }) => {
      const rows = await postgres.query<ScoreRow & { total: number }>(
        `SELECT ${scoreColumns}, (SELECT count(*) FROM address_scores WHERE abuse_confidence >= $1) AS total
         FROM address_scores WHERE abuse_confidence >= $1
         ORDER BY abuse_confidence DESC, last_seen DESC, ip LIMIT $2`,
        [minConfidence, limit],
      );
      return { total: rows[0]?.total ?? 0, scores: rows.map(toScore) };
    },
    scoresBetween: async (first, last, limit) => {
      const rows = await postgres.query<ScoreRow>(
        `SELECT ${scoreColumns} FROM address_scores WHERE ip BETWEEN $1 AND $2 ORDER BY ip LIMIT $3`,
        [first, last, limit],
      );
      return rows.map(toScore);
    },
    forgetBefore: async (date) => {
      const [row] = await postgres.query<{ count: number }>(
        `WITH gone AS (DELETE FROM address_scans WHERE scanned_at < $1 RETURNING 1),
           scores AS (DELETE FROM address_scores WHERE last_seen < $1)
         SELECT count(*) FROM gone`,
        [date],
      );
      return row!.count;
    },
  };
}

function toScore(row: ScoreRow): AddressScore {
  return {
    ip: row.ip,
    abuseConfidence: row.abuse_confidence,
    totalReports: row.total_reports,
    blacklistHits: row.blacklist_hits,
    hasPtr: row.has_ptr,
    country: row.country,
    asn: row.asn,
    lastSeen: row.last_seen,
  };
}
