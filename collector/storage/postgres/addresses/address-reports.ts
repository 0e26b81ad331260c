import type {
  AddressReport,
  AddressReportStore,
  ReportCategory,
} from '../../../ports/addresses/address-reports.ts';
import type { Postgres } from '../pool.ts';

const mostOfOne = 1_000;

interface ReportRow {
  ip: string;
  account_id: number;
  category: ReportCategory;
  reported_at: Date;
  comment: string | null;
  proof: string | null;
}

const columns = 'host(ip) AS ip, account_id, category, reported_at, comment, proof';

export function createAddressReportStore(postgres: Postgres): AddressReportStore {
  return {
    add: async ({ ip, accountId, category, comment, proof, at }) => {
      await postgres.query(
        `INSERT INTO address_reports (ip, account_id, category, day, reported_at, comment, proof)
         VALUES ($1, $2, $3, ($4::timestamptz AT TIME ZONE 'UTC')::date, $4, $5, $6)
         ON CONFLICT (ip, account_id, category, day) DO UPDATE
           SET reported_at = excluded.reported_at, comment = excluded.comment, proof = excluded.proof`,
        [ip, accountId, category, at, comment, proof],
      );
    },
    of: async (ip) => {
      const rows = await postgres.query<ReportRow>(
        `SELECT ${columns} FROM address_reports WHERE ip = $1 ORDER BY reported_at DESC LIMIT $2`,
        [ip, mostOfOne],
      );
      return rows.map(toReport);
    },
    ofAll: async (ips) => {
      const rows = await postgres.query<ReportRow>(
        `SELECT ${columns} FROM address_reports WHERE ip = ANY ($1::inet[]) ORDER BY reported_at DESC LIMIT $2`,
        [ips, ips.length * mostOfOne],
      );
      return rows.map(toReport);
    },
    between: async (first, last, limit) => {
      const rows = await postgres.query<ReportRow>(
        `SELECT ${columns} FROM address_reports WHERE ip BETWEEN $1 AND $2 ORDER BY reported_at DESC LIMIT $3`,
        [first, last, limit],
      );
      return rows.map(toReport);
    },
    forgetBefore: async (date) => {
      const [row] = await postgres.query<{ count: number }>(
        'WITH gone AS (DELETE FROM address_reports WHERE reported_at < $1 RETURNING 1) SELECT count(*) FROM gone',
        [date],
      );
      return row!.count;
    },
  };
}

function toReport({ account_id: accountId, reported_at: at, ...row }: ReportRow): AddressReport {
  return { ...row, accountId, at };
}
