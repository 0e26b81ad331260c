import { Conflict } from '@sonde/shared/errors.ts';
import type { PolicyRuleStore, PolicyState } from '../../../ports/resolvers/policy-rules.ts';
import type { PolicyAnnouncer } from './change-rules.ts';

/**
 * Puts an account's own rules back as they were in a version, as a new version. Throws a Conflict if that version is not
 * known any more.
 */
export async function rollBackPolicy(
  accountId: number,
  version: number,
  ports: { readonly policyRules: Pick<PolicyRuleStore, 'rollBack'>; readonly policyWatch: PolicyAnnouncer },
): Promise<PolicyState & { rulesChanged: number }> {
  const rolledBack = await ports.policyRules.rollBack(accountId, version);
  if (rolledBack === undefined) {
    throw new Conflict('What the rules were in this version is not known: it is to come, or too old.');
  }
  if (rolledBack.rulesChanged > 0) ports.policyWatch.changed(accountId);
  return rolledBack;
}
