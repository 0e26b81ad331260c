import type { PolicyRule } from '@sonde/shared/policy/rule.ts';

/**
 * The canary domain holds names that nobody asks for but we ourselves, in the top-level domain that is kept for private
 * use. A query for one of them shows in dnstap that the resolver tells of it, and in its answer that the resolver has
 * the policy zone.
 */
export const canaryDomain = 'sonde-canary.internal';
/** The canary address belongs to a network for documentation (RFC 5737). */
export const canaryAddress = '192.0.2.53';

/** The canary rule is in every policy zone, beside the rules of the policy. */
export const canaryRule: PolicyRule = {
  id: '!canary',
  match: { kind: 'wildcard', name: canaryDomain },
  action: { kind: 'redirect_to_addresses', addresses: [canaryAddress] },
  priority: 1_000,
};
