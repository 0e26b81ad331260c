import { type AccessLevel, type AccessRule, decideAccess } from '../../domain/people/access/access-level.ts';
import type { Caller } from '../../domain/people/access/caller.ts';
import { HttpError } from '../http-error.ts';
import { accessRule, type RuledEndpoint } from './access-rule.ts';
import { locationAsked } from './location-asked.ts';

/** Prepares the check whether a caller may use an operation, and for resolvers, of which module. It throws if not. */
export function compileAccess(endpoint: RuledEndpoint): (caller: Caller) => void {
  const rule = accessRule(endpoint);
  const { module } = endpoint;
  return (caller) => {
    checkAccess(rule, caller);
    if (module === undefined || caller.kind !== 'resolver' || caller.module === module) return;
    throw new HttpError(
      'scope_insufficient',
      `This operation needs a resolver's key for the module "${module}".`,
    );
  };
}

/** Prepares the check whether a key for some locations is asked about one of these, to be made as soon as the input is read. */
export function compileLocationAccess(
  endpoint: RuledEndpoint,
): (caller: Caller, input: { params: unknown; query: unknown; body: unknown }) => void {
  const asked = locationAsked(endpoint);
  return (caller, input) => {
    if (caller.kind !== 'account' || typeof asked !== 'function') return;
    const locationIds = caller.bounds?.locationIds ?? null;
    if (locationIds !== null) checkLocation(locationIds, asked(input));
  };
}

/** Throws unless a key for some locations is asked about one of these. */
export function checkLocation(locationIds: readonly number[], asked: unknown): void {
  if (typeof asked === 'number' && locationIds.includes(asked)) return;
  throw new HttpError(
    'location_insufficient',
    `This key is for the locations ${locationIds.join(', ')}: name one of them, as "location_id" or in the path.`,
  );
}

/** Throws unless the caller fits the rule. */
export function checkAccess(rule: AccessRule, caller: Caller): void {
  switch (decideAccess(rule, caller)) {
    case 'allowed':
      return;
    case 'needs_credential':
      throw new HttpError(
        'credential_required',
        'This operation needs a key or token: send Authorization: Bearer KEY, or X-API-Key: KEY.',
        { headers: { 'WWW-Authenticate': 'Bearer' } },
      );
    case 'needs_tier':
      throw new HttpError('tier_insufficient', "The account's tier does not include this operation.");
    case 'needs_scope':
      throw new HttpError(
        'scope_insufficient',
        `This operation needs a key of the scope "${scopeOf(rule.level)}".`,
      );
    case 'needs_role':
      throw new HttpError(
        'role_insufficient',
        `This operation needs the role "${rule.needs}" in the account.`,
      );
    case 'outside_families':
      throw new HttpError(
        'family_insufficient',
        `This key is not for operations of the family "${rule.family}".`,
      );
    case 'outside_locations':
      throw new HttpError(
        'location_insufficient',
        'This key is restricted to some locations, and the operation is not about a single location.',
      );
    case 'changes_something':
      throw new HttpError(
        'write_insufficient',
        'This key can only read, and the operation changes something.',
      );
    case 'gives_rights':
      throw new HttpError(
        'scope_insufficient',
        'This operation grants or removes rights. It accepts no key that is restricted to families, locations, networks or reading.',
      );
    case 'needs_certificate':
      throw new HttpError('certificate_required', certificateAdvice(caller));
    case 'needs_session':
      throw new HttpError('session_required', 'This operation is for people who signed in with a browser.');
    case 'needs_confirmation':
      throw new HttpError(
        'confirmation_required',
        'Confirm your password first: this operation needs a password that was entered recently.',
      );
  }
}

function scopeOf(level: AccessLevel): string {
  if (level === 'account_or_resolver') return 'account or resolver';
  const ofAccounts: readonly AccessLevel[] = ['authenticated', 'premium', 'enterprise', 'session'];
  return ofAccounts.includes(level) ? 'account' : level;
}

function certificateAdvice(caller: Caller): string {
  const state = caller.kind === 'location' ? caller.certificate?.state : undefined;
  switch (state) {
    case 'over':
      return "The agent's certificate is over: enrol anew with a token.";
    case 'unknown':
      return "The agent's certificate is by no authority of this collector: enrol with a token.";
    case 'other_key':
      return 'The certificate of this connection belongs to a different key.';
    default:
      return 'Agents need a client certificate on this collector, and a TLS connection that ends at the collector: enrol with a token.';
  }
}
