import type { RuleAction } from '@sonde/shared/policy/rule.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { PolicySource, PolicySourceStore } from '../../ports/resolvers/policy-sources.ts';
import type { Postgres, Queryable } from './pool.ts';
import { storableJson, storableText } from './storable-text.ts';

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

/** $2 is the version that the change is to be. */
const bringUp = `WITH ${wanted},
  held AS (SELECT id, rule FROM policy_rules WHERE policy_source_id = $1 AND deleted_at IS NULL),
  gone AS (
    UPDATE policy_rules r SET deleted_at = now(), version = $2 FROM held
    WHERE r.id = held.id AND NOT EXISTS (SELECT FROM wanted WHERE wanted.rule = held.rule) RETURNING 1),
  made AS (
    INSERT INTO policy_rules (account_id, resolver_id, rule, version, policy_source_id)
    SELECT s.account_id, s.resolver_id, wanted.rule, $2, s.id FROM wanted, policy_sources s
    WHERE s.id = $1 AND NOT EXISTS (SELECT FROM held WHERE held.rule = wanted.rule) RETURNING 1)
  SELECT (SELECT count(*) FROM gone) + (SELECT count(*) FROM made) AS changes`;

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

/** Whether rules have changed; all changes are one version. */
async function bringAccountUp(
  transaction: Queryable,
  accountId: number,
  ids: readonly number[],
): Promise<boolean> {
  // Read before the indicators are: what changes meanwhile is the next time's.
  const [indicators] = await transaction.query<{ version: number }>('SELECT version FROM indicator_version');
  await transaction.query(
    'INSERT INTO policies (account_id, version) VALUES ($1, 1) ON CONFLICT DO NOTHING',
    [accountId],
  );
  // Its row is what writers of one account wait for.
  const [policy] = await transaction.query<{ version: number }>(
    'SELECT version FROM policies WHERE account_id = $1 FOR UPDATE',
    [accountId],
  );
  const next = policy!.version + 1;
  let changes = 0;
  for (const id of ids) {
    const [row] = await transaction.query<{ changes: number }>(bringUp, [id, next]);
    changes += row!.changes;
  }
  await transaction.query(
    'UPDATE policy_sources SET indicator_version = $2, refreshed_at = now() WHERE id = ANY ($1::bigint[])',
    [ids, indicators!.version],
  );
  if (changes === 0) return false;
  await transaction.query('UPDATE policies SET version = $2, changed_at = now() WHERE account_id = $1', [
    accountId,
    next,
  ]);
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
