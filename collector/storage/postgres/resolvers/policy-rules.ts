import type { PolicyRule } from '@sonde/shared/policy/rule.ts';
import type {
  PolicyRuleStore,
  PolicyState,
  RuleContent,
  StoredRule,
} from '../../../ports/resolvers/policy-rules.ts';
import type { Postgres, Queryable } from '../pool.ts';
import { storableJson, storableText } from '../storable-text.ts';
import { difference } from './policy-difference.ts';
import { rollBack, type VersionRow, versions } from './policy-versions.ts';

interface RuleRow {
  id: number;
  account_id: number;
  resolver_id: number | null;
  rule: RuleContent;
  note: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
}

interface PolicyRow {
  version: number;
  changed_at: Date;
  complete_since: number;
  id: number | null;
  rule: RuleContent;
  removed: boolean;
}

const columns = 'r.id, r.account_id, r.resolver_id, r.rule, r.note, r.version, r.created_at, r.updated_at';
const longestNote = 2_000;

/** Takes the next version. Its row is what writers of one account wait for, so that versions come in order. */
const nextVersion = `ON CONFLICT (account_id) DO UPDATE SET version = p.version + 1, changed_at = now() RETURNING version`;

const state = `SELECT coalesce(p.version, 1) AS version, coalesce(p.changed_at, a.created_at) AS changed_at,
    coalesce(p.complete_since, 1) AS complete_since
  FROM accounts a LEFT JOIN policies p ON p.account_id = a.id WHERE a.id = $1`;

/**
 * The condition tells whether a rule's roll-out has come to a resolver: each has a place from 0 to 99 for each rule, so
 * that it is not always the same resolvers that go first, and a greater percentage takes in the resolvers of the
 * smaller one.
 */
const reached = `CASE WHEN coalesce((rule->>'rollout_percent')::int, 100) >= 100 THEN true
  ELSE ('x' || substr(md5(id || '/' || $2::bigint), 1, 7))::bit(28)::int % 100 < (rule->>'rollout_percent')::int END`;

/** Version and rules in one statement, so that they belong together. */
const policy = (which: string): string => `SELECT p.*, r.id, r.rule, r.gone AS removed
  FROM (${state}) p LEFT JOIN (
    SELECT id, rule, deleted_at IS NOT NULL OR NOT ${reached} AS gone FROM policy_rules
    WHERE account_id = $1 AND (resolver_id IS NULL OR resolver_id = $2) AND ${which}
  ) r ON true
  ORDER BY r.id`;
const wholePolicy = policy(`deleted_at IS NULL AND ${reached}`);
const policyStep = policy('version > $3');

const found = `found AS (
  SELECT id FROM policy_rules
  WHERE account_id = $1 AND id = $2 AND deleted_at IS NULL AND policy_source_id IS NULL FOR UPDATE),
next AS (INSERT INTO policies AS p (account_id, version) SELECT $1, 2 FROM found ${nextVersion})`;

/** Deleted rules that are forgotten, and from which version on changes are still whole. */
const forget = `WITH outlived AS (
    SELECT rule_id, version, lead(version) OVER (PARTITION BY rule_id ORDER BY version) AS next FROM policy_rule_history
    WHERE account_id = $1 AND changed_at < now() - interval '30 days'),
  dropped AS (
    DELETE FROM policy_rule_history h USING outlived o
    WHERE h.rule_id = o.rule_id AND h.version = o.version AND o.next IS NOT NULL RETURNING o.next),
  kept AS (
    UPDATE policies SET history_since = greatest(history_since, (SELECT max(next) FROM dropped))
    WHERE account_id = $1 AND EXISTS (SELECT FROM dropped)),
  forgotten AS (
    DELETE FROM policy_rules WHERE account_id = $1 AND deleted_at < now() - interval '30 days' RETURNING version)
  UPDATE policies SET complete_since = greatest(complete_since, (SELECT max(version) FROM forgotten))
  WHERE account_id = $1 AND EXISTS (SELECT FROM forgotten)`;

export function createPolicyRuleStore(postgres: Postgres): PolicyRuleStore {
  return {
    state: async (accountId) => {
      const [row] = await postgres.query<PolicyRow>(state, [accountId]);
      return toState(row!);
    },
    list: async (accountId, resolverId, page) => {
      const filter = `WHERE r.account_id = $1 AND r.deleted_at IS NULL AND r.policy_source_id IS NULL
        AND ($2::bigint IS NULL OR r.resolver_id IS NULL OR r.resolver_id = $2)`;
      const values = [accountId, resolverId ?? null];
      const [counted] = await postgres.query<{ count: number }>(
        `SELECT count(*) FROM policy_rules r ${filter}`,
        values,
      );
      const rows = await postgres.query<RuleRow>(
        `SELECT ${columns} FROM policy_rules r ${filter} ORDER BY r.id LIMIT $3 OFFSET $4`,
        [...values, page.limit, page.offset],
      );
      return { count: counted!.count, rules: rows.map(toRule) };
    },
    create: async ({ accountId, resolverId, content, note }) => {
      const [row] = await postgres.query<RuleRow>(
        `WITH next AS (INSERT INTO policies AS p (account_id, version) VALUES ($1, 2) ${nextVersion})
         INSERT INTO policy_rules AS r (account_id, resolver_id, rule, note, version)
         SELECT $1, $2, $3, $4, version FROM next RETURNING ${columns}`,
        [accountId, resolverId, storableJson(content), storableNote(note)],
      );
      return toRule(row!);
    },
    update: async (accountId, id, { content, note }) => {
      const [row] = await postgres.query<RuleRow>(
        `WITH ${found}
         UPDATE policy_rules r SET rule = $3, note = $4, version = next.version, updated_at = now()
         FROM next, found WHERE r.id = found.id RETURNING ${columns}`,
        [accountId, id, storableJson(content), storableNote(note)],
      );
      return row && toRule(row);
    },
    delete: (accountId, id) => postgres.transaction((transaction) => remove(transaction, accountId, id)),
    versions: async (accountId, limit) => {
      const rows = await postgres.query<VersionRow>(versions, [accountId, limit]);
      return rows.map((row) => ({
        version: row.version,
        changedAt: row.changed_at,
        rulesPut: row.put,
        rulesDeleted: row.deleted,
      }));
    },
    difference: (accountId, versions, limit) =>
      postgres.transaction((transaction) => difference(transaction, accountId, versions, limit)),
    rollBack: (accountId, version) =>
      postgres.transaction((transaction) => rollBack(transaction, accountId, version)),
    rules: async (accountId, resolverId) => {
      const rows = await postgres.query<PolicyRow>(wholePolicy, [accountId, resolverId]);
      return { ...toState(rows[0]!), rules: toPolicyRules(rows) };
    },
    changes: async (accountId, resolverId, since) => {
      const rows = await postgres.query<PolicyRow>(policyStep, [accountId, resolverId, since]);
      const [first] = rows;
      if (first === undefined || since >= first.version || since < first.complete_since) return undefined;
      const removed = rows.filter((row) => row.id !== null && row.removed).map((row) => String(row.id));
      return { ...toState(first), put: toPolicyRules(rows.filter((row) => !row.removed)), removed };
    },
  };
}

async function remove(transaction: Queryable, accountId: number, id: number): Promise<boolean> {
  const rows = await transaction.query(
    `WITH ${found}
     UPDATE policy_rules r SET version = next.version, deleted_at = now() FROM next, found WHERE r.id = found.id
     RETURNING r.id`,
    [accountId, id],
  );
  if (rows.length > 0) await transaction.query(forget, [accountId]);
  return rows.length > 0;
}

function storableNote(note: string | null): string | null {
  return note === null ? null : storableText(note, longestNote);
}

function toState(row: PolicyRow): PolicyState {
  return { version: row.version, changedAt: row.changed_at };
}

function toPolicyRules(rows: readonly PolicyRow[]): PolicyRule[] {
  return rows
    .filter((row) => row.id !== null)
    .map(({ id, rule: { rollout_percent: _rollout, ...rule } }) => ({ id: String(id), ...rule }));
}

function toRule(row: RuleRow): StoredRule {
  return {
    id: row.id,
    accountId: row.account_id,
    resolverId: row.resolver_id,
    content: row.rule,
    note: row.note,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
