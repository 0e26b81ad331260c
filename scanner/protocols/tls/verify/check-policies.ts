import { type Certificate, isSelfIssued } from '../x509/certificate.ts';
import { anyPolicy } from '../x509/policies.ts';
import { broken, type Judgement } from './judgement.ts';

/**
 * Policies that hold at one depth of the path, each with the policies of the level above that lead to it. What the RFC
 * grows as a tree is a graph here: a tree takes exponential room where policies are mapped to each other.
 */
interface Level {
  /** Policies as the user knows them (valid_policy), with what they are expected to be called below. */
  readonly expected: Map<string, Set<string>>;
  /** Whether any policy holds. */
  readonly any: boolean;
}

/**
 * Checks the certificate policies of a path by RFC 5280 section 6.1, for any initial policy and with nothing asked for
 * in advance: the path fails only if one of its certificates demands an explicit policy and none is left.
 */
export function checkPolicies(path: readonly Certificate[]): Judgement[] {
  // The anchor is no part of what is processed.
  const steps = path.slice(0, -1).toReversed();
  const count = steps.length;
  let level: Level | undefined = { expected: new Map(), any: true };
  const state = { explicit: count + 1, mapping: count + 1, inhibitAny: count + 1 };
  for (const [index, certificate] of steps.entries()) {
    const last = index === count - 1;
    const selfIssued = isSelfIssued(certificate);
    level = narrow(level, certificate, state.inhibitAny > 0 || (!last && selfIssued));
    if (state.explicit === 0 && level === undefined) return [noPolicy(certificate)];
    if (last) {
      wrapUp(state, certificate);
      if (state.explicit === 0 && level === undefined) return [noPolicy(certificate)];
      continue;
    }
    level = mapPolicies(level, certificate, state.mapping > 0);
    countDown(state, certificate, selfIssued);
  }
  return [];
}

interface State {
  explicit: number;
  mapping: number;
  inhibitAny: number;
}

/** Section 6.1.3 (d) to (e): what the certificate's policies leave of the level above. */
function narrow(level: Level | undefined, certificate: Certificate, anyCounts: boolean): Level | undefined {
  const policies = certificate.extensions.policies?.value;
  if (level === undefined || policies === undefined) return undefined;
  const expected = new Map<string, Set<string>>();
  const takesAny = policies.has(anyPolicy) && anyCounts;
  const reachable = new Set([...level.expected.values()].flatMap((names) => [...names]));
  for (const policy of policies) {
    if (policy === anyPolicy) continue;
    if (reachable.has(policy) || level.any) expected.set(policy, new Set([policy]));
  }
  if (takesAny)
    for (const policy of reachable) if (!expected.has(policy)) expected.set(policy, new Set([policy]));
  const any = takesAny && level.any;
  return expected.size === 0 && !any ? undefined : { expected, any };
}

/** Section 6.1.4 (a) and (b). */
function mapPolicies(
  level: Level | undefined,
  certificate: Certificate,
  allowed: boolean,
): Level | undefined {
  const mappings = certificate.extensions.policyMappings?.value;
  if (level === undefined || mappings === undefined) return level;
  const expected = new Map(level.expected);
  for (const from of new Set(mappings.map(({ issuerPolicy }) => issuerPolicy))) {
    if (!expected.has(from) && !level.any) continue;
    if (!allowed) {
      expected.delete(from);
      continue;
    }
    const to = mappings.filter(({ issuerPolicy }) => issuerPolicy === from).map((one) => one.subjectPolicy);
    expected.set(from, new Set(to));
  }
  return expected.size === 0 && !level.any ? undefined : { expected, any: level.any };
}

/** Section 6.1.4 (h) to (j). */
function countDown(state: State, certificate: Certificate, selfIssued: boolean): void {
  if (!selfIssued) {
    state.explicit = Math.max(0, state.explicit - 1);
    state.mapping = Math.max(0, state.mapping - 1);
    state.inhibitAny = Math.max(0, state.inhibitAny - 1);
  }
  const constraints = certificate.extensions.policyConstraints?.value;
  state.explicit = Math.min(state.explicit, constraints?.requireExplicitPolicy ?? state.explicit);
  state.mapping = Math.min(state.mapping, constraints?.inhibitPolicyMapping ?? state.mapping);
  state.inhibitAny = Math.min(
    state.inhibitAny,
    certificate.extensions.inhibitAnyPolicy?.value ?? state.inhibitAny,
  );
}

/** Section 6.1.5 (a) and (b). */
function wrapUp(state: State, certificate: Certificate): void {
  state.explicit = Math.max(0, state.explicit - 1);
  if (certificate.extensions.policyConstraints?.value?.requireExplicitPolicy === 0) state.explicit = 0;
}

function noPolicy(certificate: Certificate): Judgement {
  const message = 'An explicit certificate policy is demanded, and none holds for the path.';
  return broken('policy_violated', message, 'RFC 5280 section 6.1.3 (f); section 6.1.5', certificate);
}
