import type { Role } from '../../../ports/accounts/people.ts';
import type { Caller, ClientProof } from './caller.ts';

/**
 * An access level states who may use an operation. `authenticated` is any account; `premium` any paid tier; `session`
 * who has signed in with a browser; `location` and `resolver` take the scoped keys of senders and nobody else,
 * `account_or_resolver` accounts and resolvers of any module; `provisioning` the keys of those that tell of people;
 * `admin` takes administrators, who may also do all that an account may.
 */
export const accessLevels = [
  'public',
  'authenticated',
  'premium',
  'enterprise',
  'session',
  'location',
  'resolver',
  'account_or_resolver',
  'provisioning',
  'admin',
] as const;
export type AccessLevel = (typeof accessLevels)[number];

export type AccessDecision =
  | 'allowed'
  | 'needs_credential'
  | 'needs_scope'
  | 'needs_tier'
  | 'needs_role'
  | 'outside_families'
  | 'outside_locations'
  | 'changes_something'
  | 'gives_rights'
  | 'needs_session'
  | 'needs_confirmation'
  | 'needs_certificate';

/** An access rule states what an operation asks of its callers. */
export interface AccessRule {
  readonly level: AccessLevel;
  /** The least role of a member. */
  readonly needs: Role;
  /** Whether somebody with a session must have proved a short while ago who he is. */
  readonly confirmed: boolean;
  readonly family: string;
  /** Whether it changes nothing. */
  readonly reads: boolean;
  /** Whether it tells of one location, or of those that the caller may see. */
  readonly byLocation: boolean;
}

/** Who may do what needs a role. Auditors read what viewers read, and the record besides. */
const mayAs: Readonly<Record<Role, readonly Role[]>> = {
  viewer: ['viewer', 'auditor', 'analyst', 'administrator', 'owner'],
  auditor: ['auditor', 'administrator', 'owner'],
  analyst: ['analyst', 'administrator', 'owner'],
  administrator: ['administrator', 'owner'],
  owner: ['owner'],
};

/** Decides whether a caller may use an operation. All access is decided here. */
export function decideAccess(rule: AccessRule, caller: Caller): AccessDecision {
  const { level, needs, confirmed } = rule;
  const outside = decideBounds(rule, caller);
  if (outside !== undefined) return outside;
  const decision = decideLevel(level, caller);
  if (decision !== 'allowed' || caller.kind !== 'account') return decision;
  if (!mayAs[needs].includes(caller.role)) return 'needs_role';
  return confirmed && caller.session?.confirmed === false ? 'needs_confirmation' : 'allowed';
}

/** Refuses a narrowed key what its bounds exclude, also if nobody needs a key for it. */
function decideBounds(
  { level, confirmed, family, reads, byLocation }: AccessRule,
  caller: Caller,
): AccessDecision | undefined {
  if (caller.kind !== 'account' || caller.bounds === undefined) return undefined;
  const { families, locationIds, readOnly } = caller.bounds;
  if (families?.includes(family) === false) return 'outside_families';
  if (readOnly && !reads) return 'changes_something';
  if (locationIds !== null && !byLocation && level !== 'public') return 'outside_locations';
  // Else a key could make itself a wider one, or somebody an owner.
  return confirmed ? 'gives_rights' : undefined;
}

function decideLevel(level: AccessLevel, caller: Caller): AccessDecision {
  if (level === 'public') return 'allowed';
  if (caller.kind === 'anonymous') return 'needs_credential';
  if (level === 'location' || level === 'resolver' || level === 'provisioning') {
    if (caller.kind !== level) return 'needs_scope';
    return caller.kind === 'location' && lacksCertificate(caller.certificate)
      ? 'needs_certificate'
      : 'allowed';
  }
  if (caller.kind === 'resolver' && level === 'account_or_resolver') return 'allowed';
  if (caller.kind !== 'account') return 'needs_scope';
  if (level === 'session') return caller.session === null ? 'needs_session' : 'allowed';
  if (caller.administrator || level === 'authenticated' || level === 'account_or_resolver') return 'allowed';
  if (level === 'admin') return 'needs_scope';
  if (level === 'premium') return caller.tier === 'free' ? 'needs_tier' : 'allowed';
  return caller.tier === 'enterprise' ? 'allowed' : 'needs_tier';
}

function lacksCertificate(proof: ClientProof | undefined): boolean {
  return proof?.required === true && proof.state !== 'fits' && proof.state !== 'local';
}
