import type { Caller } from './caller.ts';

/**
 * Who may use an operation. `authenticated` is any account; `premium` any paid tier; `location` and `resolver` take the
 * scoped keys of senders and nobody else, `account_or_resolver` accounts and resolvers of any module; `admin` takes
 * administrators, who may also do all that an account may.
 */
export const accessLevels = [
  'public',
  'authenticated',
  'premium',
  'enterprise',
  'location',
  'resolver',
  'account_or_resolver',
  'admin',
] as const;
export type AccessLevel = (typeof accessLevels)[number];

export type AccessDecision = 'allowed' | 'needs_credential' | 'needs_scope' | 'needs_tier';

/** The one place where a caller is weighed against a level. */
export function decideAccess(level: AccessLevel, caller: Caller): AccessDecision {
  if (level === 'public') return 'allowed';
  if (caller.kind === 'anonymous') return 'needs_credential';
  if (level === 'location' || level === 'resolver') {
    return caller.kind === level ? 'allowed' : 'needs_scope';
  }
  if (caller.kind === 'resolver' && level === 'account_or_resolver') return 'allowed';
  if (caller.kind !== 'account') return 'needs_scope';
  if (caller.administrator || level === 'authenticated' || level === 'account_or_resolver') return 'allowed';
  if (level === 'admin') return 'needs_scope';
  if (level === 'premium') return caller.tier === 'free' ? 'needs_tier' : 'allowed';
  return caller.tier === 'enterprise' ? 'allowed' : 'needs_tier';
}
