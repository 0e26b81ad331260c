import { nameBytes } from '@sonde/shared/policy/rpz-owner.ts';
import { RpzRules } from '@sonde/shared/policy/rpz-rules.ts';
import { rpzText } from '@sonde/shared/policy/rpz-text.ts';
import { holdsAt } from '@sonde/shared/policy/schedule.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { PolicyRuleStore } from '../../../ports/resolvers/policy-rules.ts';

/** Writes the policy that holds now as a response policy zone in text, whose serial is the policy's version. */
export async function* policyZoneText(
  { accountId, resolverId, zone }: { accountId: number; resolverId: number; zone: string },
  ports: { readonly policyRules: Pick<PolicyRuleStore, 'rules'>; readonly clock: Clock },
): AsyncGenerator<string> {
  const { version, rules } = await ports.policyRules.rules(accountId, resolverId);
  const now = ports.clock.now();
  const holding = rules.filter(({ schedule }) => schedule === undefined || holdsAt(schedule, now));
  const triggers = new RpzRules(nameBytes(zone));
  triggers.replace(holding);
  yield* rpzText(zone, version % 2 ** 32, triggers.entries());
}
