import {
  maxPolicyBytes,
  type PolicyChange,
  type PolicyDocument,
  policyChangeSchema,
  policyDocumentSchema,
} from '@sonde/shared/policy/document.ts';
import { type PolicyVerifier, verifyPolicy } from '@sonde/shared/policy/signature.ts';
import { PolicyError } from './policy-error.ts';

/** A policy update holds all rules, or the step from the version held. */
export type PolicyUpdate = PolicyDocument | PolicyChange;

/** A signed policy is an update as it came, with the proof of its origin. */
export interface SignedPolicy {
  readonly bytes: Buffer;
  readonly signature: string;
  /** The entity tag as the collector gave it, to ask whether there is anything new. */
  readonly entityTag: string;
}

/** A policy origin states whom a policy has to come from, and be for. */
export interface PolicyOrigin {
  readonly verifier: PolicyVerifier;
  readonly resolverId: string;
}

/** Checks the signature before anything is read. Throws a PolicyError. */
export function readPolicy({ bytes, signature }: SignedPolicy, origin: PolicyOrigin): PolicyUpdate {
  if (bytes.length > maxPolicyBytes) throw new PolicyError('too_large', 'The policy is too large.');
  if (!verifyPolicy(bytes, signature, origin.verifier)) {
    throw new PolicyError('bad_signature', "The policy's signature does not match its bytes and the key.");
  }
  const content = parseJson(bytes);
  const isChange = typeof content === 'object' && content !== null && 'from_version' in content;
  const parsed = (isChange ? policyChangeSchema : policyDocumentSchema).safeParse(content);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue === undefined ? '' : ` at ${issue.path.join('.')}: ${issue.message}`;
    throw new PolicyError('malformed', `The policy is malformed${where}.`);
  }
  if (parsed.data.resolver_id !== origin.resolverId) {
    throw new PolicyError('other_resolver', 'The policy is for another resolver.');
  }
  return parsed.data;
}

/** Tells the two kinds of update apart. */
export function isWhole(update: PolicyUpdate): update is PolicyDocument {
  return 'rules' in update;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
