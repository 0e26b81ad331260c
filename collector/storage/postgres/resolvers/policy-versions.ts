import type { PolicyState } from '../../../ports/resolvers/policy-rules.ts';
import type { Queryable } from '../pool.ts';

export interface VersionRow {
  version: number;
  changed_at: Date;
  put: number;
  deleted: number;
}

/** The statement lists the last versions that changed the account's own rules. */
export const versions = `SELECT version, min(changed_at) AS changed_at,
    count(*) FILTER (WHERE NOT deleted) AS put, count(*) FILTER (WHERE deleted) AS deleted
  FROM policy_rule_history WHERE account_id = $1 GROUP BY version ORDER BY version DESC LIMIT $2`;

/** Takes the next version if a rule differs, and puts all that do back as they were. */
const restore = `WITH target AS (
    SELECT DISTINCT ON (rule_id) rule_id, rule, note, deleted FROM policy_rule_history
    WHERE account_id = $1 AND version <= $2 ORDER BY rule_id, version DESC),
  differing AS (
    SELECT r.id, t.rule, t.note, coalesce(t.deleted, true) AS gone
    FROM policy_rules r LEFT JOIN target t ON t.rule_id = r.id
    WHERE r.account_id = $1 AND r.policy_source_id IS NULL
      AND (coalesce(t.deleted, true) <> (r.deleted_at IS NOT NULL)
        OR (NOT t.deleted AND (t.rule <> r.rule OR t.note IS DISTINCT FROM r.note)))),
  next AS (
    UPDATE policies SET version = version + 1, changed_at = now()
    WHERE account_id = $1 AND EXISTS (SELECT FROM differing) RETURNING version)
  UPDATE policy_rules r SET version = next.version, updated_at = now(),
    rule = CASE WHEN d.gone THEN r.rule ELSE d.rule END,
    note = CASE WHEN d.gone THEN r.note ELSE d.note END,
    deleted_at = CASE WHEN d.gone THEN now() END
  FROM differing d, next WHERE r.id = d.id RETURNING r.id`;

interface StateRow {
  version: number;
  changed_at: Date;
  oldest: number;
}

/** Rolls a policy back, as the port says. */
export async function rollBack(
  transaction: Queryable,
  accountId: number,
  version: number,
): Promise<(PolicyState & { rulesChanged: number }) | undefined> {
  // Its row is what writers of one account wait for.
  const state = `SELECT version, changed_at, greatest(history_since, complete_since) AS oldest
    FROM policies WHERE account_id = $1 FOR UPDATE`;
  const [before] = await transaction.query<StateRow>(state, [accountId]);
  if (before === undefined || version < before.oldest || version > before.version) return undefined;
  const changed = await transaction.query(restore, [accountId, version]);
  const [after] = await transaction.query<StateRow>(state, [accountId]);
  return { version: after!.version, changedAt: after!.changed_at, rulesChanged: changed.length };
}
