import { Conflict, InvalidInput, NotFound } from '@sonde/shared/errors.ts';
import { rpzAnswer } from '@sonde/shared/policy/rpz-answer.ts';
import { nameBytes, rpzOwners } from '@sonde/shared/policy/rpz-owner.ts';
import type { PolicyRuleStore, RuleContent, StoredRule } from '../../../ports/resolvers/policy-rules.ts';
import type { ResolverStore } from '../../../ports/resolvers/resolvers.ts';
import { requireResolver } from './require-resolver.ts';

/** An account may have at most this many rules. */
export const mostRules = 100_000;

/** A policy announcer tells those who wait that there is a new version. */
export interface PolicyAnnouncer {
  changed(accountId: number): void;
}

export interface CreateRulePorts {
  readonly policyWatch: PolicyAnnouncer;
  readonly resolvers: Pick<ResolverStore, 'find'>;
  readonly policyRules: Pick<PolicyRuleStore, 'create' | 'list'>;
}

/** Adds a rule, for one resolver or for all of the account. Throws NotFound for a resolver that is not the account's. */
export async function createRule(
  rule: { accountId: number; resolverId: number | null; content: RuleContent; note: string | null },
  ports: CreateRulePorts,
): Promise<StoredRule> {
  checkRule(rule.content);
  if (rule.resolverId !== null) await requireResolver(rule.accountId, rule.resolverId, ports);
  const { count } = await ports.policyRules.list(rule.accountId, undefined, { limit: 1, offset: 0 });
  if (count >= mostRules) throw new Conflict(`An account may have at most ${mostRules} rules.`);
  const stored = await ports.policyRules.create(rule);
  ports.policyWatch.changed(rule.accountId);
  return stored;
}

/** Puts other content in the place of a rule's. Throws NotFound. */
export async function updateRule(
  accountId: number,
  id: number,
  change: { content: RuleContent; note: string | null },
  ports: { readonly policyRules: Pick<PolicyRuleStore, 'update'>; readonly policyWatch: PolicyAnnouncer },
): Promise<StoredRule> {
  checkRule(change.content);
  const rule = await ports.policyRules.update(accountId, id, change);
  if (rule === undefined) throw new NotFound('rule');
  ports.policyWatch.changed(accountId);
  return rule;
}

/** Throws NotFound. */
export async function deleteRule(
  accountId: number,
  id: number,
  ports: { readonly policyRules: Pick<PolicyRuleStore, 'delete'>; readonly policyWatch: PolicyAnnouncer },
): Promise<void> {
  if (!(await ports.policyRules.delete(accountId, id))) throw new NotFound('rule');
  ports.policyWatch.changed(accountId);
}

/** Room that zone names take on the wire at most. */
const zoneBytes = nameBytes('policy.sonde');

/** Refuses what no resolver could be told of. */
export function checkRule({ match, action }: Pick<RuleContent, 'match' | 'action'>): void {
  const owners = rpzOwners(match, zoneBytes);
  if (typeof owners === 'string') {
    const what = owners.replaceAll('_', ' ');
    throw new InvalidInput('match', `Resolvers cannot be told of this: ${what}.`);
  }
  if (action.kind !== 'log' && rpzAnswer(action) === undefined) {
    throw new InvalidInput('action.name', 'Policy zones give this name a meaning of their own.');
  }
}
