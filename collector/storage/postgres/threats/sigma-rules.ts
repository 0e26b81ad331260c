import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type {
  NewSigmaRule,
  SigmaRuleBounds,
  SigmaRuleProblem,
  SigmaRuleStore,
  StoredSigmaRule,
} from '../../../ports/threats/sigma-rules.ts';
import { inTurnOfAccount } from '../accounts/in-turn-of-account.ts';
import type { Postgres, Queryable } from '../pool.ts';
import { storableJson, storableText } from '../storable-text.ts';

interface RuleRow {
  id: number;
  rule_id: string;
  title: string;
  severity: Severity;
  techniques: string[];
  text: string;
  problem: SigmaRuleProblem | null;
  tried_always: boolean;
  matches: number;
  last_matched_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

interface UsedRow {
  rules: number;
  characters: number;
  tried_always: number;
}

const columns =
  'id, rule_id, title, severity, techniques, text, problem, tried_always, matches, last_matched_at, created_at, updated_at';
const longest = 16_384;

/** Creates the store of the Sigma rules of accounts. */
export function createSigmaRuleStore(postgres: Postgres): SigmaRuleStore {
  return {
    list: async (accountId, { limit, offset }) => {
      const rows = await postgres.query<RuleRow>(
        `SELECT ${columns} FROM sigma_rules WHERE account_id = $1 ORDER BY title, id LIMIT $2 OFFSET $3`,
        [accountId, limit, offset],
      );
      const [counted] = await postgres.query<{ count: number }>(
        'SELECT count(*)::bigint AS count FROM sigma_rules WHERE account_id = $1',
        [accountId],
      );
      return { count: counted!.count, rules: rows.map(toRule) };
    },
    find: async (accountId, id) => {
      const [row] = await postgres.query<RuleRow>(
        `SELECT ${columns} FROM sigma_rules WHERE account_id = $1 AND id = $2`,
        [accountId, id],
      );
      return row && toRule(row);
    },
    put: (accountId, rules, bounds) =>
      inTurnOfAccount(postgres, accountId, async (transaction) => {
        const replaced = rules.map(({ ruleId }) => ruleId);
        const passed = await boundPassed(transaction, accountId, rules, bounds, {
          sql: 'rule_id <> ALL ($2::uuid[])',
          value: replaced,
        });
        if (passed !== undefined) return passed;
        const stored: StoredSigmaRule[] = [];
        for (const rule of rules) {
          const [row] = await transaction.query<RuleRow>(
            `INSERT INTO sigma_rules (account_id, rule_id, title, severity, techniques, text, problem, tried_always)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
             ON CONFLICT (account_id, rule_id) DO UPDATE SET title = excluded.title, severity = excluded.severity,
               techniques = excluded.techniques, text = excluded.text, problem = excluded.problem,
               tried_always = excluded.tried_always, revision = sigma_rules.revision + 1, updated_at = now()
             RETURNING ${columns}`,
            [accountId, ...valuesOf(rule)],
          );
          stored.push(toRule(row!));
        }
        return stored;
      }),
    replace: (accountId, id, rule, bounds) =>
      inTurnOfAccount(postgres, accountId, async (transaction) => {
        const passed = await boundPassed(transaction, accountId, [rule], bounds, {
          sql: 'id <> $2',
          value: id,
        });
        if (passed !== undefined) return passed;
        const [row] = await transaction.query<RuleRow>(
          `UPDATE sigma_rules SET rule_id = $3, title = $4, severity = $5, techniques = $6, text = $7, problem = $8,
             tried_always = $9, revision = revision + 1, updated_at = now()
           WHERE account_id = $1 AND id = $2
             AND NOT EXISTS (SELECT 1 FROM sigma_rules o WHERE o.account_id = $1 AND o.rule_id = $3 AND o.id <> $2)
           RETURNING ${columns}`,
          [accountId, id, ...valuesOf(rule)],
        );
        return row && toRule(row);
      }),
    remove: async (accountId, id) => {
      const rows = await postgres.query<{ id: number }>(
        'DELETE FROM sigma_rules WHERE account_id = $1 AND id = $2 RETURNING id',
        [accountId, id],
      );
      return rows.length > 0;
    },
    versions: async () => {
      const rows = await postgres.query<{ account_id: number; version: string; location_id: number }>(
        `SELECT r.account_id, r.version, l.id AS location_id
         FROM (SELECT account_id, concat(count(*), ' ', sum(revision), ' ', max(id)) AS version
           FROM sigma_rules GROUP BY account_id) r
           JOIN locations l ON l.account_id = r.account_id
         WHERE l.deleted_at IS NULL ORDER BY r.account_id, l.id`,
      );
      return Array.from(
        Map.groupBy(rows, ({ account_id }) => account_id),
        ([accountId, own]) => ({
          accountId,
          version: own[0]!.version,
          locationIds: own.map(({ location_id }) => location_id),
        }),
      );
    },
    inForce: (accountId) =>
      postgres.query<{ id: number; text: string }>(
        'SELECT id, text FROM sigma_rules WHERE account_id = $1 AND problem IS NULL ORDER BY id',
        [accountId],
      ),
  };
}

/** Tells which bound the rules would pass, beside those of the account that stay; one caller at a time, so that it holds. */
async function boundPassed(
  transaction: Queryable,
  accountId: number,
  rules: readonly NewSigmaRule[],
  bounds: SigmaRuleBounds,
  staying: { readonly sql: string; readonly value: unknown },
): Promise<keyof SigmaRuleBounds | undefined> {
  const [used] = await transaction.query<UsedRow>(
    `SELECT count(*)::bigint AS rules, coalesce(sum(length(text)), 0)::bigint AS characters,
       count(*) FILTER (WHERE tried_always)::bigint AS tried_always
     FROM sigma_rules WHERE account_id = $1 AND ${staying.sql}`,
    [accountId, staying.value],
  );
  const { rules: others, characters, tried_always } = used!;
  if (others + rules.length > bounds.rules) return 'rules';
  if (characters + rules.reduce((sum, { text }) => sum + text.length, 0) > bounds.characters)
    return 'characters';
  const always = rules.filter(({ triedAlways }) => triedAlways).length;
  return always > 0 && tried_always + always > bounds.triedAlways ? 'triedAlways' : undefined;
}

function valuesOf(rule: NewSigmaRule): unknown[] {
  return [
    rule.ruleId,
    storableText(rule.title, longest),
    rule.severity,
    rule.techniques,
    storableText(rule.text, longest * 4),
    rule.problem === null ? null : storableJson({ ...rule.problem }),
    rule.triedAlways,
  ];
}

function toRule(row: RuleRow): StoredSigmaRule {
  return {
    id: row.id,
    ruleId: row.rule_id,
    title: row.title,
    severity: row.severity,
    techniques: row.techniques,
    text: row.text,
    problem: row.problem,
    triedAlways: row.tried_always,
    matches: row.matches,
    lastMatchedAt: row.last_matched_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
