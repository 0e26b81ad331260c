import { DerError } from '../der/der-error.ts';
import { readDer } from '../der/der-node.ts';
import { integerBytes, isContext, oidValue, sequenceItems, smallInteger } from '../der/der-values.ts';

export const anyPolicy = '2.5.29.32.0';

/** A policy mapping is one entry of RFC 5280 section 4.2.1.5. */
export interface PolicyMapping {
  readonly issuerPolicy: string;
  readonly subjectPolicy: string;
}

/**
 * The policy constraints (RFC 5280 section 4.2.1.11) count the certificates that may follow before a constraint
 * applies.
 */
export interface PolicyConstraints {
  readonly requireExplicitPolicy: number | undefined;
  readonly inhibitPolicyMapping: number | undefined;
}

const maxPolicies = 200;

export function readPolicies(bytes: Uint8Array): ReadonlySet<string> {
  const policies = sequenceItems(readDer(bytes)).map((item) => oidValue(sequenceItems(item)[0]));
  const result = new Set(policies);
  if (policies.length === 0 || policies.length > maxPolicies)
    throw new DerError('There are none, or too many.');
  if (result.size !== policies.length) throw new DerError('A policy is listed twice.');
  return result;
}

export function readPolicyMappings(bytes: Uint8Array): PolicyMapping[] {
  const items = sequenceItems(readDer(bytes));
  if (items.length === 0 || items.length > maxPolicies) throw new DerError('There are none, or too many.');
  return items.map((item) => {
    const [issuer, subject] = sequenceItems(item).map(oidValue);
    if (issuer === undefined || subject === undefined) throw new DerError('A mapping has the wrong form.');
    if (issuer === anyPolicy || subject === anyPolicy)
      throw new DerError('A mapping is from or to any policy.');
    return { issuerPolicy: issuer, subjectPolicy: subject };
  });
}

export function readPolicyConstraints(bytes: Uint8Array): PolicyConstraints {
  const items = sequenceItems(readDer(bytes));
  if (items.length === 0) throw new DerError('There are no constraints in it.');
  const number = (tag: number) => {
    const item = items.find((one) => isContext(one, tag));
    return item === undefined ? undefined : smallInteger(item.content);
  };
  return { requireExplicitPolicy: number(0), inhibitPolicyMapping: number(1) };
}

export function readInhibitAnyPolicy(bytes: Uint8Array): number {
  return smallInteger(integerBytes(readDer(bytes)));
}
