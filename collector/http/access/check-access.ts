import { type AccessLevel, type AccessRule, decideAccess } from '../../domain/people/access/access-level.ts';
import type { Caller } from '../../domain/people/access/caller.ts';
import type { Endpoint } from '../define-endpoint.ts';
import { HttpError } from '../http-error.ts';
import { accessRule } from './access-rule.ts';

/** Prepares the check whether a caller may use an operation, and for resolvers, of which module. It throws if not. */
export function compileAccess(
  endpoint: Pick<Endpoint<never>, 'method' | 'access' | 'needs' | 'confirmed' | 'module'>,
): (caller: Caller) => void {
  const rule = accessRule(endpoint);
  const { module } = endpoint;
  return (caller) => {
    checkAccess(rule, caller);
    if (module === undefined || caller.kind !== 'resolver' || caller.module === module) return;
    throw new HttpError(
      'scope_insufficient',
      `This operation takes a resolver's key for the module "${module}".`,
    );
  };
}

/** Throws unless the caller fits the rule. */
export function checkAccess(rule: AccessRule, caller: Caller): void {
  switch (decideAccess(rule, caller)) {
    case 'allowed':
      return;
    case 'needs_credential':
      throw new HttpError(
        'credential_required',
        'This needs a key or token: send Authorization: Bearer KEY, or X-API-Key: KEY.',
        { headers: { 'WWW-Authenticate': 'Bearer' } },
      );
    case 'needs_tier':
      throw new HttpError('tier_insufficient', "This operation is not part of the account's tier.");
    case 'needs_scope':
      throw new HttpError(
        'scope_insufficient',
        `This operation takes a key of the scope "${scopeOf(rule.level)}".`,
      );
    case 'needs_role':
      throw new HttpError(
        'role_insufficient',
        `This operation needs the role "${rule.needs}" in the account.`,
      );
    case 'needs_session':
      throw new HttpError('session_required', 'This operation is for people who signed in with a browser.');
    case 'needs_confirmation':
      throw new HttpError(
        'confirmation_required',
        'Confirm your password first: it was asked for too long ago for this operation.',
      );
  }
}

function scopeOf(level: AccessLevel): string {
  if (level === 'account_or_resolver') return 'account or resolver';
  const ofAccounts: readonly AccessLevel[] = ['authenticated', 'premium', 'enterprise', 'session'];
  return ofAccounts.includes(level) ? 'account' : level;
}
