import type {
  ComplianceReport,
  ComplianceReportStore,
  EarlierStates,
  ReportStatus,
  SigningKeyStore,
  WrittenReport,
} from '../../../ports/compliance/compliance-reports.ts';
import { inTurnOfAccount } from '../accounts/in-turn-of-account.ts';
import type { Postgres } from '../pool.ts';

interface ReportRow {
  id: string;
  account_id: number;
  framework: string;
  title: string;
  domains: string[];
  bulk_job_id: string | null;
  schedule_id: string | null;
  status: ReportStatus;
  done: number;
  error: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

const columns =
  'id, account_id, framework, title, domains, bulk_job_id, schedule_id, status, done, error, created_at, started_at, finished_at';
const written = `document, digest, signature, key_id AS "keyId"`;

export function createComplianceReportStore(postgres: Postgres): ComplianceReportStore {
  return {
    submit: ({ id, accountId, framework, title, domains, bulkJobId, scheduleId }, mostUnfinished, mostKept) =>
      inTurnOfAccount(postgres, accountId, async (transaction) => {
        const [row] = await transaction.query<ReportRow>(
          `INSERT INTO compliance_reports (id, account_id, framework, title, domains, bulk_job_id, schedule_id)
           SELECT $1, $2, $3, $4, $5, $6, $8
           WHERE (SELECT count(*) FROM compliance_reports WHERE account_id = $2 AND finished_at IS NULL) < $7
           RETURNING ${columns}`,
          [id, accountId, framework, title, domains, bulkJobId, mostUnfinished, scheduleId],
        );
        await transaction.query(
          `DELETE FROM compliance_reports WHERE id IN (
             SELECT id FROM compliance_reports WHERE account_id = $1 AND finished_at IS NOT NULL
             ORDER BY created_at DESC OFFSET $2)`,
          [accountId, mostKept],
        );
        return row && toReport(row);
      }),
    find: async (accountId, id) => {
      const [row] = await postgres.query<ReportRow>(
        `SELECT ${columns} FROM compliance_reports WHERE account_id = $1 AND id = $2`,
        [accountId, id],
      );
      return row && toReport(row);
    },
    list: async (accountId, { limit, offset }) => {
      const [counted] = await postgres.query<{ count: number }>(
        'SELECT count(*) FROM compliance_reports WHERE account_id = $1',
        [accountId],
      );
      const rows = await postgres.query<ReportRow>(
        `SELECT ${columns} FROM compliance_reports WHERE account_id = $1
         ORDER BY created_at DESC, id LIMIT $2 OFFSET $3`,
        [accountId, limit, offset],
      );
      return { count: counted!.count, reports: rows.map(toReport) };
    },
    written: async (accountId, id) => {
      const [row] = await postgres.query<WrittenReport>(
        `SELECT ${written} FROM compliance_reports WHERE account_id = $1 AND id = $2 AND status = 'completed'`,
        [accountId, id],
      );
      return row;
    },
    before: async ({ accountId, framework, id, createdAt, scheduleId }) => {
      const [row] = await postgres.query<{ id: string }>(
        `SELECT id FROM compliance_reports
         WHERE account_id = $1 AND framework = $2 AND status = 'completed' AND id <> $3 AND created_at <= $4
           AND ($5::uuid IS NULL OR schedule_id = $5)
         ORDER BY created_at DESC LIMIT 1`,
        [accountId, framework, id, createdAt, scheduleId],
      );
      if (row === undefined) return undefined;
      // Rows come piece by piece; the document would be parsed at once.
      const states = await postgres.query<EarlierStates['states'][number]>(
        `SELECT control ->> 'id' AS control, assessment ->> 'domain' AS domain, assessment ->> 'state' AS state
         FROM compliance_reports, jsonb_array_elements(document -> 'controls') AS control,
           jsonb_array_elements(control -> 'assessments') AS assessment
         WHERE compliance_reports.id = $1`,
        [row.id],
      );
      return { id: row.id, states };
    },
    delete: async (accountId, id) => {
      const rows = await postgres.query<{ id: string }>(
        'DELETE FROM compliance_reports WHERE account_id = $1 AND id = $2 RETURNING id',
        [accountId, id],
      );
      return rows.length > 0;
    },
    claim: async (holder, leaseSeconds) => {
      const [row] = await postgres.query<ReportRow>(
        `UPDATE compliance_reports SET status = 'running', holder = $1,
           held_until = now() + make_interval(secs => $2), started_at = coalesce(started_at, now())
         WHERE id = (
           SELECT id FROM compliance_reports
           WHERE finished_at IS NULL AND (held_until IS NULL OR held_until < now())
             AND NOT EXISTS (SELECT 1 FROM bulk_jobs WHERE bulk_jobs.id = bulk_job_id AND finished_at IS NULL)
           ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING ${columns}`,
        [holder, leaseSeconds],
      );
      return row && toReport(row);
    },
    progress: async (holder, id, done, leaseSeconds) => {
      const rows = await postgres.query<{ id: string }>(
        `UPDATE compliance_reports SET done = $3, held_until = now() + make_interval(secs => $4)
         WHERE id = $2 AND holder = $1 AND finished_at IS NULL RETURNING id`,
        [holder, id, done, leaseSeconds],
      );
      return rows.length > 0;
    },
    finish: async (holder, id, result) => {
      const values =
        'error' in result
          ? ['failed', result.error, null, null, null, null]
          : ['completed', null, result.text, result.digest, result.signature, result.keyId];
      const rows = await postgres.query<{ id: string }>(
        `WITH finished AS (
           UPDATE compliance_reports
           SET status = $3, error = $4, document = $5, digest = $6, signature = $7, key_id = $8,
               finished_at = now(), held_until = NULL, holder = NULL
           WHERE id = $2 AND holder = $1 AND finished_at IS NULL RETURNING id, schedule_id),
         told AS (
           INSERT INTO compliance_deliveries (schedule_id, report_id, kind, target)
           SELECT s.id, finished.id, recipient.kind, recipient.target
           FROM finished JOIN compliance_schedules s ON s.id = finished.schedule_id
           CROSS JOIN LATERAL (
             SELECT 'email' AS kind, unnest(s.emails) AS target
             UNION ALL SELECT 'webhook', unnest(s.webhooks)) AS recipient
           WHERE NOT s.only_changes OR $9 ON CONFLICT DO NOTHING)
         SELECT id FROM finished`,
        [holder, id, ...values, 'error' in result || isNews(result)],
      );
      return rows.length > 0;
    },
  };
}

/** The first report of its kind is news, too. */
function isNews({ document }: WrittenReport): boolean {
  return document.compared_with === null || (Array.isArray(document.changes) && document.changes.length > 0);
}

export function createSigningKeyStore(postgres: Postgres): SigningKeyStore {
  const read = () => postgres.query<{ private_key: string }>('SELECT private_key FROM signing_key');
  return {
    keep: async (made) => {
      const [known] = await read();
      if (known !== undefined) return known.private_key;
      // Of two collectors that come at once, the first one's counts.
      await postgres.query('INSERT INTO signing_key (private_key) VALUES ($1) ON CONFLICT DO NOTHING', [
        made(),
      ]);
      const [kept] = await read();
      return kept!.private_key;
    },
  };
}

function toReport(row: ReportRow): ComplianceReport {
  return {
    id: row.id,
    accountId: row.account_id,
    framework: row.framework,
    title: row.title,
    domains: row.domains,
    bulkJobId: row.bulk_job_id,
    scheduleId: row.schedule_id,
    status: row.status,
    done: row.done,
    error: row.error,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}
