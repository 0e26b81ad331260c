import { type AccessLevel, decideAccess } from '../domain/access/access-level.ts';
import type { Caller } from '../domain/access/caller.ts';
import { HttpError } from './http-error.ts';

/** Throws unless the caller may use an operation of that level, and for resolvers, of that module. */
export function checkAccess(level: AccessLevel, caller: Caller, module?: string): void {
  switch (decideAccess(level, caller)) {
    case 'allowed':
      if (module === undefined || caller.kind !== 'resolver' || caller.module === module) return;
      throw new HttpError(
        'scope_insufficient',
        `This operation takes a resolver's key for the module "${module}".`,
      );
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
        `This operation takes a key of the scope "${scopeOf(level)}".`,
      );
  }
}

function scopeOf(level: AccessLevel): string {
  if (level === 'account_or_resolver') return 'account or resolver';
  return level === 'authenticated' || level === 'premium' || level === 'enterprise' ? 'account' : level;
}
