import type { ClaimedReport, MailReport, MailReportStore } from '../../ports/accounts/mail-reports.ts';
import { inTurnOfAccount } from './accounts/in-turn-of-account.ts';
import type { Postgres } from './pool.ts';
import { storableText } from './storable-text.ts';

interface ReportRow {
  id: number;
  account_id: number;
  location_id: number | null;
  recipient: string;
  every: MailReport['every'];
  weekday: number;
  hour: number;
  time_zone: string;
  token: string;
  created_at: Date;
  confirmed_at: Date | null;
  next_at: Date | null;
  last_sent_at: Date | null;
  last_error: string | null;
  attempts: number;
}

const columns = `id, account_id, location_id, recipient, every, weekday, hour, time_zone, token, created_at, confirmed_at,
  next_at, last_sent_at, last_error, attempts`;
/** Bytes of the reason for a failure. */
const longestError = 500;

/** Reports by mail. */
export function createMailReportStore(postgres: Postgres): MailReportStore {
  return {
    list: async (accountId) => {
      const rows = await postgres.query<ReportRow>(
        `SELECT ${columns} FROM mail_reports WHERE account_id = $1 ORDER BY id`,
        [accountId],
      );
      return rows.map(toReport);
    },
    add: (accountId, { locationId, recipient, every, weekday, hour, timeZone }, most) =>
      inTurnOfAccount(postgres, accountId, async (transaction) => {
        const [row] = await transaction.query<ReportRow>(
          `INSERT INTO mail_reports (account_id, location_id, recipient, every, weekday, hour, time_zone)
           SELECT $1, $2, $3, $4, $5, $6, $7
           WHERE (SELECT count(*) FROM mail_reports WHERE account_id = $1) < $8 RETURNING ${columns}`,
          [accountId, locationId, recipient, every, weekday, hour, timeZone, most],
        );
        return row && toReport(row);
      }),
    remove: async (accountId, id) => {
      const rows = await postgres.query(
        'DELETE FROM mail_reports WHERE account_id = $1 AND id = $2 RETURNING id',
        [accountId, id],
      );
      return rows.length > 0;
    },
    find: async (token) => {
      const [row] = await postgres.query<ReportRow>(`SELECT ${columns} FROM mail_reports WHERE token = $1`, [
        token,
      ]);
      return row && toReport(row);
    },
    confirm: async (token, nextAt) => {
      // Once is enough: a second yes moves nothing.
      const rows = await postgres.query(
        `UPDATE mail_reports SET confirmed_at = coalesce(confirmed_at, now()), next_at = coalesce(next_at, $2)
         WHERE token = $1 RETURNING id`,
        [token, nextAt],
      );
      return rows.length > 0;
    },
    unsubscribe: async (token) => {
      const rows = await postgres.query('DELETE FROM mail_reports WHERE token = $1 RETURNING id', [token]);
      return rows.length > 0;
    },
    claim: async (leaseSeconds) => {
      const [row] = await postgres.query<ReportRow>(
        `UPDATE mail_reports SET held_until = now() + make_interval(secs => $1), attempts = attempts + 1
         WHERE id = (SELECT id FROM mail_reports
           WHERE next_at <= now() AND (held_until IS NULL OR held_until < now())
           ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING ${columns}`,
        [leaseSeconds],
      );
      return row && toReport(row);
    },
    settle: async (id, { nextAt, error, again }) => {
      await postgres.query(
        `UPDATE mail_reports SET next_at = $2, held_until = NULL, last_error = $3,
           attempts = CASE WHEN $4 THEN attempts ELSE 0 END,
           last_sent_at = CASE WHEN $3::text IS NULL THEN now() ELSE last_sent_at END
         WHERE id = $1`,
        [id, nextAt, error === null ? null : storableText(error, longestError), again],
      );
    },
  };
}

function toReport(row: ReportRow): ClaimedReport {
  return {
    id: row.id,
    accountId: row.account_id,
    locationId: row.location_id,
    recipient: row.recipient,
    every: row.every,
    weekday: row.weekday,
    hour: row.hour,
    timeZone: row.time_zone,
    token: row.token,
    createdAt: row.created_at,
    confirmedAt: row.confirmed_at,
    nextAt: row.next_at,
    lastSentAt: row.last_sent_at,
    lastError: row.last_error,
    attempts: row.attempts,
  };
}
