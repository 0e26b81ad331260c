import type {
  ClaimedReportDelivery,
  ComplianceSchedule,
  ComplianceScheduleStore,
  DueSchedule,
  ScheduleSettings,
} from '../../../ports/compliance/compliance-schedules.ts';
import { inTurnOfAccount } from '../accounts/in-turn-of-account.ts';
import type { Postgres } from '../pool.ts';
import { storableText } from '../storable-text.ts';

/** Bytes of the reason for a failure. */
const longestError = 500;

const settingColumns =
  'framework, title, domains, scan, every, hour, weekday, day, emails, webhooks, only_changes, active';
const settingValues = '$3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14';
const settingNames = `framework, title, domains, scan, every, hour, weekday, day, emails, webhooks,
  only_changes AS "onlyChanges", active`;
const selected = `id, account_id AS "accountId", ${settingNames}, next_run_at AS "nextRunAt",
  last_run_at AS "lastRunAt", last_report AS "lastReportId", last_error AS "lastError", created_at AS "createdAt",
  (SELECT count(*) FROM compliance_deliveries d WHERE d.schedule_id = s.id AND d.state = 'waiting') AS waiting,
  (SELECT count(*) FROM compliance_deliveries d WHERE d.schedule_id = s.id AND d.state = 'dead') AS dead,
  (SELECT d.last_error FROM compliance_deliveries d WHERE d.schedule_id = s.id AND d.state <> 'delivered'
   ORDER BY d.id DESC LIMIT 1) AS "deliveryError"`;

export function createComplianceScheduleStore(postgres: Postgres): ComplianceScheduleStore {
  const find = async (accountId: number, id: string): Promise<ComplianceSchedule | undefined> => {
    const [row] = await postgres.query<ComplianceSchedule>(
      `SELECT ${selected} FROM compliance_schedules s WHERE account_id = $1 AND id = $2`,
      [accountId, id],
    );
    return row;
  };
  return {
    find,
    add: async (accountId, id, settings, nextRunAt, most) => {
      const added = await inTurnOfAccount(postgres, accountId, async (transaction) => {
        return transaction.query<{ id: string }>(
          `INSERT INTO compliance_schedules (account_id, id, ${settingColumns}, next_run_at)
           SELECT $1, $2, ${settingValues}, $15
           WHERE (SELECT count(*) FROM compliance_schedules WHERE account_id = $1) < $16 RETURNING id`,
          [accountId, id, ...valuesOf(settings), nextRunAt, most],
        );
      });
      return added.length === 0 ? undefined : await find(accountId, id);
    },
    list: async (accountId, { limit, offset }) => {
      const [counted] = await postgres.query<{ count: number }>(
        'SELECT count(*) FROM compliance_schedules WHERE account_id = $1',
        [accountId],
      );
      const schedules = await postgres.query<ComplianceSchedule>(
        `SELECT ${selected} FROM compliance_schedules s WHERE account_id = $1
         ORDER BY created_at, id LIMIT $2 OFFSET $3`,
        [accountId, limit, offset],
      );
      return { count: counted!.count, schedules };
    },
    change: async (accountId, id, settings, nextRunAt) => {
      const changed = await postgres.query<{ id: string }>(
        `UPDATE compliance_schedules SET (${settingColumns}, next_run_at) = (${settingValues}, $15)
         WHERE account_id = $1 AND id = $2 RETURNING id`,
        [accountId, id, ...valuesOf(settings), nextRunAt],
      );
      return changed.length === 0 ? undefined : await find(accountId, id);
    },
    remove: async (accountId, id) => {
      const rows = await postgres.query<{ id: string }>(
        'DELETE FROM compliance_schedules WHERE account_id = $1 AND id = $2 RETURNING id',
        [accountId, id],
      );
      return rows.length > 0;
    },
    claimDue: async (holder, at, newReportId, leaseSeconds) => {
      const [row] = await postgres.query<DueSchedule>(
        `UPDATE compliance_schedules SET holder = $1, held_until = now() + make_interval(secs => $4),
           pending_report = coalesce(pending_report, $3)
         WHERE id = (
           SELECT id FROM compliance_schedules
           WHERE active AND next_run_at <= $2 AND (held_until IS NULL OR held_until < now())
           ORDER BY next_run_at LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id, account_id AS "accountId", ${settingNames}, next_run_at AS "nextRunAt",
           pending_report AS "reportId"`,
        [holder, at, newReportId, leaseSeconds],
      );
      return row;
    },
    settle: async (holder, id, { nextRunAt, at, error }) => {
      const rows = await postgres.query<{ id: string }>(
        `UPDATE compliance_schedules SET next_run_at = $3, last_run_at = $4, last_error = $5,
           last_report = CASE WHEN $5::text IS NULL THEN pending_report ELSE last_report END,
           pending_report = NULL, holder = NULL, held_until = NULL
         WHERE id = $2 AND holder = $1 RETURNING id`,
        [holder, id, nextRunAt, at, error === null ? null : storableText(error, longestError)],
      );
      return rows.length > 0;
    },
    claimDeliveries: (most, leaseSeconds) =>
      postgres.query<ClaimedReportDelivery>(
        `UPDATE compliance_deliveries d
         SET attempts = d.attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
         FROM (
           SELECT id FROM compliance_deliveries WHERE state = 'waiting' AND next_attempt_at <= now()
           ORDER BY next_attempt_at, id LIMIT $1 FOR UPDATE SKIP LOCKED) due, compliance_schedules s
         WHERE d.id = due.id AND s.id = d.schedule_id
         RETURNING d.id, d.attempts AS attempt, d.kind, d.target, s.account_id AS "accountId",
           json_build_object('id', s.id, 'title', s.title) AS schedule, d.report_id AS "reportId"`,
        [most, leaseSeconds],
      ),
    settleDelivery: async ({ id, attempt }, outcome) => {
      await postgres.query(
        `UPDATE compliance_deliveries SET state = $3, next_attempt_at = now() + make_interval(secs => $4),
           finished_at = CASE WHEN $3 = 'waiting' THEN NULL ELSE now() END, last_error = $5
         WHERE id = $1 AND attempts = $2 AND state = 'waiting'`,
        [
          id,
          attempt,
          outcome.state,
          outcome.state === 'waiting' ? outcome.afterSeconds : 0,
          outcome.state === 'delivered' ? null : storableText(outcome.error, longestError),
        ],
      );
    },
  };
}

function valuesOf(settings: ScheduleSettings): unknown[] {
  const { framework, title, domains, scan, every, hour, weekday, day } = settings;
  const { emails, webhooks, onlyChanges, active } = settings;
  return [framework, title, domains, scan, every, hour, weekday, day, emails, webhooks, onlyChanges, active];
}
