import { nameBytes } from '@sonde/shared/policy/rpz-owner.ts';
import { RpzRules } from '@sonde/shared/policy/rpz-rules.ts';
import {
  type PolicyRule,
  policyRuleSchema,
  type RuleAction,
  type RuleMatch,
} from '@sonde/shared/policy/rule.ts';
import type { ExecutionContext } from 'ava';
import { AccessList, loopback } from '../../../resolver-plugin/net/access-list.ts';
import { PrimaryCounters } from '../../../resolver-plugin/rpz/counters.ts';
import { type PrimaryOptions, servePrimary } from '../../../resolver-plugin/rpz/primary.ts';
import { RpzZone, type ZoneOptions } from '../../../resolver-plugin/rpz/zone.ts';

export const policyZone = 'policy.sonde';
export const block: RuleAction = { kind: 'block', answer: 'nxdomain' };

export function rule(id: string, match: RuleMatch, action: RuleAction = block, priority = 0): PolicyRule {
  return policyRuleSchema.parse({ id, match, action, priority });
}

export function nameRules(count: number): PolicyRule[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `listed-${index}`,
    match: { kind: 'name', name: `host-${index}.listed.example` },
    action: block,
    priority: 0,
  }));
}

/** A policy zone from rules, served on loopback. */
export async function startPrimary(
  t: ExecutionContext,
  rules: readonly PolicyRule[],
  change: Partial<PrimaryOptions> = {},
  zoneChange: Partial<ZoneOptions> = {},
) {
  const clock = { now: () => Date.now() };
  const counters = new PrimaryCounters();
  const table = new RpzRules(nameBytes(policyZone));
  const zone = new RpzZone({ name: policyZone, now: clock.now(), ...zoneChange });
  zone.update(table.replace(rules), clock.now());
  const options = {
    zone,
    keys: [],
    counters,
    clock,
    host: '127.0.0.1',
    port: 0,
    allowed: new AccessList(loopback),
  };
  const primary = await servePrimary({ ...options, ...change });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= primary.close();
    return closed;
  };
  t.teardown(close);
  const apply = (put: readonly PolicyRule[], removed: readonly string[] = []): boolean =>
    zone.update(table.apply(put, removed), clock.now());
  return { zone, table, counters, clock, port: primary.port, apply, close };
}
