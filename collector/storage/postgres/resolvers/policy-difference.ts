import type { PolicyDifference, RuleContent, StoredRule } from '../../../ports/resolvers/policy-rules.ts';
import type { Queryable } from '../pool.ts';

interface DifferenceRow {
  id: number;
  resolver_id: number | null;
  created_at: Date;
  before_rule: RuleContent | null;
  before_note: string | null;
  before_version: number;
  before_at: Date;
  after_rule: RuleContent | null;
  after_note: string | null;
  after_version: number;
  after_at: Date;
}

interface CountRow {
  added: number;
  removed: number;
  changed: number;
}

/** The account's own rules as they were in a version; deleted ones are not among them. */
const rulesIn = (version: string) => `SELECT * FROM (
    SELECT DISTINCT ON (rule_id) rule_id, rule, note, deleted, version, changed_at FROM policy_rule_history
    WHERE account_id = $1 AND version <= ${version} ORDER BY rule_id, version DESC) AS latest WHERE NOT deleted`;

const differing = `differing AS (
    SELECT coalesce(b.rule_id, a.rule_id) AS id, b.rule AS before_rule, b.note AS before_note,
      b.version AS before_version, b.changed_at AS before_at,
      a.rule AS after_rule, a.note AS after_note, a.version AS after_version, a.changed_at AS after_at
    FROM (${rulesIn('$2')}) b FULL JOIN (${rulesIn('$3')}) a ON a.rule_id = b.rule_id
    WHERE b.rule_id IS NULL OR a.rule_id IS NULL OR a.rule <> b.rule OR a.note IS DISTINCT FROM b.note)`;

const differences = `WITH ${differing}
  SELECT d.*, r.resolver_id, r.created_at FROM differing d JOIN policy_rules r ON r.id = d.id ORDER BY d.id LIMIT $4`;

const counts = `WITH ${differing}
  SELECT count(*) FILTER (WHERE before_rule IS NULL) AS added, count(*) FILTER (WHERE after_rule IS NULL) AS removed,
    count(*) FILTER (WHERE before_rule IS NOT NULL AND after_rule IS NOT NULL) AS changed FROM differing`;

/**
 * Rules out of feeds are never changed: they come and go, and `version` is that of their end once they have gone. The
 * version that they came in is the one of the same transaction, and so of the same time.
 */
const feedCounts = `WITH lives AS (
    SELECT CASE WHEN r.deleted_at IS NULL THEN r.version ELSE coalesce(v.version, 0) END AS came,
      CASE WHEN r.deleted_at IS NOT NULL THEN r.version END AS went
    FROM policy_rules r LEFT JOIN policy_versions v
      ON r.deleted_at IS NOT NULL AND v.account_id = r.account_id AND v.changed_at = r.created_at
    WHERE r.account_id = $1 AND r.version > least($2::bigint, $3::bigint) AND r.policy_source_id IS NOT NULL),
  held AS (
    SELECT came <= $2 AND coalesce(went > $2, true) AS before, came <= $3 AND coalesce(went > $3, true) AS after
    FROM lives)
  SELECT count(*) FILTER (WHERE after AND NOT before) AS added,
    count(*) FILTER (WHERE before AND NOT after) AS removed, 0 AS changed FROM held`;

/** Compares two versions of a policy, as the port says. */
export async function difference(
  postgres: Queryable,
  accountId: number,
  { from, to }: { readonly from: number; readonly to: number },
  limit: number,
): Promise<PolicyDifference | undefined> {
  const [state] = await postgres.query<{ version: number; oldest: number }>(
    'SELECT version, greatest(history_since, complete_since) AS oldest FROM policies WHERE account_id = $1',
    [accountId],
  );
  const { version, oldest } = state ?? { version: 1, oldest: 1 };
  if (Math.min(from, to) < oldest || Math.max(from, to) > version) return undefined;
  const asked = [accountId, from, to];
  const rows = await postgres.query<DifferenceRow>(differences, [...asked, limit]);
  const [own] = await postgres.query<CountRow>(counts, asked);
  const [feeds] = await postgres.query<CountRow>(feedCounts, asked);
  return {
    ...own!,
    rules: rows.map((row) => {
      const about = {
        id: row.id,
        accountId,
        resolverId: row.resolver_id,
        createdAt: row.created_at,
      };
      return {
        before: stored(about, row.before_rule, row.before_note, row.before_version, row.before_at),
        after: stored(about, row.after_rule, row.after_note, row.after_version, row.after_at),
      };
    }),
    feedRulesAdded: feeds!.added,
    feedRulesRemoved: feeds!.removed,
  };
}

function stored(
  about: Pick<StoredRule, 'id' | 'accountId' | 'resolverId' | 'createdAt'>,
  content: RuleContent | null,
  note: string | null,
  version: number,
  updatedAt: Date,
): StoredRule | null {
  return content === null ? null : { ...about, content, note, version, updatedAt };
}
