import type { RuleAction } from '@sonde/shared/policy/rule.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { PolicySource, PolicySourceStore } from '../../../ports/resolvers/policy-sources.ts';
import type { Postgres, Queryable } from '../pool.ts';
import { storableJson, storableText } from '../storable-text.ts';

interface SourceRow {
  id: number;
  account_id: number;
  resolver_id: number | null;
  sources: string[];
  min_confidence: number;
  min_severity: Severity;
  action: RuleAction;
  refreshed_at: Date | null;
  created_at: Date;
  rules: number;
}

/** Rules that may come of one source: what a resolver holds in memory without trouble. */
const mostRules = 500_000;
/** Bytes of a source's name. */
const longestSource = 512;
const statementTimeout = 5 * 60_000;
/** An arbitrary number that all collectors agree on. */
const sourcesLock = 7_366_632;

const columns = `s.id, s.account_id, s.resolver_id, s.sources, s.min_confidence, s.min_severity, s.action, s.refreshed_at,
  s.created_at, (SELECT count(*) FROM policy_rules r WHERE r.policy_source_id = s.id AND r.deleted_at IS NULL) AS rules`;

const stale = `SELECT DISTINCT s.account_id FROM policy_sources s, indicator_version i
  WHERE s.deleted_at IS NULL AND (s.indicator_version IS DISTINCT FROM i.version OR s.refreshed_at < now() - interval '1 hour')`;

/** The rules of a source as they are to be: names alone, the exact ones for themselves, the others with all below. */
const wanted = `wanted AS (
    SELECT jsonb_build_object('match', jsonb_build_object('kind', kind, 'name', name),
      'action', s.action, 'priority', 0) AS rule
    FROM (SELECT * FROM policy_sources WHERE id = $1 AND deleted_at IS NULL) s,
    LATERAL (
      SELECT i.name, CASE WHEN bool_and(i.exact) THEN 'name' ELSE 'domain' END AS kind
      FROM indicators i JOIN indicator_sources f USING (source)
      WHERE i.source = ANY (s.sources) AND f.weight * 100 >= s.min_confidence AND i.severity >= s.min_severity
        AND (i.expires_at IS NULL OR i.expires_at > extract(epoch FROM now()))
        AND i.name ~ '^[a-z0-9_-]+([.][a-z0-9_-]+)*[.][a-z0-9-]*[a-z][a-z0-9-]*$'
      GROUP BY i.name ORDER BY i.name LIMIT ${mostRules}) AS names)`;

/**
 * The statement finds out what has to change before anything is locked: of a long list it takes seconds, in which the
 * account's other rules can be changed all the same. The table is the transaction's own: rules with an id go, those
 * without come.
 */
const compare = `INSERT INTO policy_changes WITH ${wanted},
  held AS (SELECT id, rule FROM policy_rules WHERE policy_source_id = $1 AND deleted_at IS NULL)
  SELECT $1::bigint, held.id, coalesce(wanted.rule, held.rule) FROM held FULL JOIN wanted ON held.rule = wanted.rule
  WHERE held.rule IS NULL OR wanted.rule IS NULL`;

/** $1 is the version that the change is to be. */
const apply = `WITH gone AS (
    UPDATE policy_rules r SET deleted_at = now(), version = $1 FROM policy_changes c WHERE r.id = c.rule_id)
  INSERT INTO policy_rules (account_id, resolver_id, rule, version, policy_source_id)
  SELECT s.account_id, s.resolver_id, c.rule, $1, s.id FROM policy_changes c JOIN policy_sources s ON s.id = c.source_id
  WHERE c.rule_id IS NULL`;

export function createPolicySourceStore(postgres: Postgres): PolicySourceStore {
  return {
    create: async ({ accountId, resolverId, sources, minConfidence, minSeverity, action }) => {
      const names = sources.map((source) => storableText(source, longestSource));
      const [row] = await postgres.query<SourceRow>(
        `INSERT INTO policy_sources AS s (account_id, resolver_id, sources, min_confidence, min_severity, action)
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${columns}`,
        [accountId, resolverId, names, minConfidence, minSeverity, storableJson(action)],
      );
      return toSource(row!);
    },
    list: async (accountId) => {
      const rows = await postgres.query<SourceRow>(
        `SELECT ${columns} FROM policy_sources s WHERE account_id = $1 AND deleted_at IS NULL ORDER BY id`,
        [accountId],
      );
      return rows.map(toSource);
    },
    delete: (accountId, id) =>
      postgres.transaction(
        async (transaction) => {
          const rows = await transaction.query(
            `UPDATE policy_sources SET deleted_at = now()
             WHERE account_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING id`,
            [accountId, id],
          );
          if (rows.length > 0) await bringAccountUp(transaction, accountId, [id]);
          return rows.length > 0;
        },
        { statementTimeout },
      ),
    refresh: async () => {
      const accounts = await postgres.query<{ account_id: number }>(stale);
      const changed: number[] = [];
      for (const { account_id: accountId } of accounts) {
        const work = async (transaction: Queryable) => {
          const sources = await transaction.query<{ id: number }>(
            'SELECT id FROM policy_sources WHERE account_id = $1 AND deleted_at IS NULL ORDER BY id',
            [accountId],
          );
          return await bringAccountUp(
            transaction,
            accountId,
            sources.map(({ id }) => id),
          );
        };
        if (await postgres.transaction(work, { statementTimeout })) changed.push(accountId);
      }
      return changed;
    },
  };
}

/** Brings an account up to date and tells whether rules have changed; all changes are one version. */
async function bringAccountUp(
  transaction: Queryable,
  accountId: number,
  ids: readonly number[],
): Promise<boolean> {
  // One at a time for an account; whoever changes its own rules need not wait.
  await transaction.query('SELECT pg_advisory_xact_lock($1, $2::bigint::int)', [
    sourcesLock,
    accountId % 2 ** 31,
  ]);
  // Read before the indicators are: what changes meanwhile is the next time's.
  const [indicators] = await transaction.query<{ version: number }>('SELECT version FROM indicator_version');
  const due = await transaction.query<{ id: number }>(
    `SELECT id FROM policy_sources WHERE id = ANY ($1::bigint[])
       AND (deleted_at IS NOT NULL OR indicator_version IS DISTINCT FROM $2 OR refreshed_at < now() - interval '1 hour')`,
    [ids, indicators!.version],
  );
  await transaction.query(
    'CREATE TEMP TABLE policy_changes (source_id bigint, rule_id bigint, rule jsonb) ON COMMIT DROP',
  );
  for (const { id } of due) await transaction.query(compare, [id]);
  await transaction.query(
    'UPDATE policy_sources SET indicator_version = $2, refreshed_at = now() WHERE id = ANY ($1::bigint[])',
    [due.map(({ id }) => id), indicators!.version],
  );
  const [counted] = await transaction.query<{ changes: number }>(
    'SELECT count(*) AS changes FROM policy_changes',
  );
  if (counted!.changes === 0) return false;
  // The policy's row is what writers of one account wait for.
  const [policy] = await transaction.query<{ version: number }>(
    `INSERT INTO policies AS p (account_id, version) VALUES ($1, 2)
     ON CONFLICT (account_id) DO UPDATE SET version = p.version + 1, changed_at = now() RETURNING version`,
    [accountId],
  );
  await transaction.query(apply, [policy!.version]);
  return true;
}

function toSource(row: SourceRow): PolicySource {
  return {
    id: row.id,
    accountId: row.account_id,
    resolverId: row.resolver_id,
    sources: row.sources,
    minConfidence: row.min_confidence,
    minSeverity: row.min_severity,
    action: row.action,
    rules: row.rules,
    refreshedAt: row.refreshed_at,
    createdAt: row.created_at,
  };
}
