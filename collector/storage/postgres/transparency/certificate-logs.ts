import type {
  CertificateLogStore,
  KnownHead,
  LogDay,
  LogTotals,
} from '../../../ports/transparency/certificate-logs.ts';
import { repeatable } from '../pool/repeatable.ts';
import type { Postgres } from '../pool.ts';
import { storableJson, storableText } from '../storable-text.ts';
import { addMatches } from './add-matches.ts';
import { type LogRow, logColumns, toProgress } from './log-row.ts';

const longest = { name: 300, url: 2_000, error: 500 };

const today = "(now() AT TIME ZONE 'UTC')::date";
/** A new head is set; without a head the columns stay as they are. */
const newHead = (first: number) =>
  ['head_size', 'head_timestamp', 'head_root', 'head_signature']
    .map((column, place) => `${column} = coalesce($${first + place}, ${column})`)
    .join(', ');
const headValues = (head: KnownHead | null) =>
  head === null ? [null, null, null, null] : [head.size, head.timestamp, head.root, head.signature];

export function createCertificateLogStore(postgres: Postgres): CertificateLogStore {
  const load = async (logId: string) => {
    const [row] = await postgres.query<LogRow>(
      `SELECT ${logColumns} FROM certificate_logs WHERE log_id = $1`,
      [logId],
    );
    return row && toProgress(row);
  };
  return {
    load,
    begin: async ({ id, name, operator, kind, url }, size, edge) => {
      await postgres.query(
        `INSERT INTO certificate_logs (log_id, name, operator, kind, url, first_entry, size, edge)
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7) ON CONFLICT (log_id) DO NOTHING`,
        [
          id,
          storableText(name, longest.name),
          storableText(operator, longest.name),
          kind,
          storableText(url, longest.url),
          size,
          edge,
        ],
      );
      return (await load(id))!;
    },
    advance: (logId, { from, size, edge, head, unreadable, bytes, matches }) =>
      postgres.transaction(async (transaction) => {
        const ours = await transaction.query(
          `UPDATE certificate_logs SET size = $3, edge = $4, advanced_at = now(), looked_at = now(), failures = 0,
             last_error = NULL, ${newHead(5)}
           WHERE log_id = $1 AND size = $2 AND status = 'following' RETURNING log_id`,
          [logId, from, size, edge, ...headValues(head)],
        );
        if (ours.length === 0) return false;
        await transaction.query(
          `INSERT INTO certificate_log_days AS d (log_id, day, entries, unreadable, bytes)
           VALUES ($1, ${today}, $2, $3, $4)
           ON CONFLICT (day, log_id) DO UPDATE SET entries = d.entries + excluded.entries,
             unreadable = d.unreadable + excluded.unreadable, bytes = d.bytes + excluded.bytes`,
          [logId, size - from, unreadable, bytes],
        );
        await addMatches(transaction, matches);
        return true;
      }),
    noteLook: async (logId, { head, error, nextLookAt }) => {
      await postgres.query(
        `UPDATE certificate_logs SET looked_at = now(), next_look_at = $2, last_error = $3,
           failures = CASE WHEN $3::text IS NULL THEN 0 ELSE failures + 1 END, ${newHead(4)}
         WHERE log_id = $1`,
        [logId, nextLookAt, error === null ? null : storableText(error, longest.error), ...headValues(head)],
      );
    },
    stop: async (logId, { status, reason, evidence }) => {
      await postgres.query(
        `UPDATE certificate_logs SET status = $2, reason = $3, evidence = $4, stopped_at = now()
         WHERE log_id = $1 AND status = 'following'`,
        [logId, status, reason, storableJson(evidence)],
      );
    },
    resume: async (logId) => {
      const rows = await postgres.query(
        `UPDATE certificate_logs SET status = 'following', reason = NULL, evidence = NULL, stopped_at = NULL,
           failures = 0, last_error = NULL, next_look_at = now(),
           head_size = NULL, head_timestamp = NULL, head_root = NULL, head_signature = NULL
         WHERE log_id = $1 AND status <> 'following' RETURNING log_id`,
        [logId],
      );
      return rows.length > 0;
    },
    all: async () => {
      const rows = await repeatable(() =>
        postgres.query<LogRow & LogDay>(
          `SELECT ${logColumns}, coalesce(d.entries, 0) AS entries, coalesce(d.unreadable, 0) AS unreadable,
             coalesce(d.bytes, 0) AS bytes
           FROM certificate_logs LEFT JOIN (SELECT * FROM certificate_log_days WHERE day = ${today}) d USING (log_id)
           ORDER BY operator, name, log_id`,
        ),
      );
      return rows.map(({ entries, unreadable, bytes, ...row }) => ({
        ...toProgress(row),
        today: { entries, unreadable, bytes },
      }));
    },
    totals: async () => {
      const [row] = await postgres.query<{ followed: number; entries: number }>(
        `SELECT (SELECT count(*) FROM certificate_logs WHERE looked_at > now() - interval '1 hour') AS followed,
           (SELECT coalesce(sum(entries), 0)::bigint FROM certificate_log_days WHERE day = ${today}) AS entries`,
      );
      return { followed: row!.followed, entriesToday: row!.entries } satisfies LogTotals;
    },
    forgetBefore: async (time) => {
      await postgres.query(
        "DELETE FROM certificate_log_days WHERE day < ($1::timestamptz AT TIME ZONE 'UTC')::date",
        [time],
      );
    },
  };
}
