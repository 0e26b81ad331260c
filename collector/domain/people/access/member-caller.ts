import type { Membership } from '../../../ports/accounts/credentials.ts';
import type { AccountCaller, CallerSession } from './caller.ts';

/** Makes a caller of a member of an account. Only an owner of an administrator's account administrates. */
export function memberCaller(
  { account, person, role }: Membership,
  session: CallerSession | null,
): AccountCaller {
  return {
    kind: 'account',
    accountId: account.id,
    tier: account.tier,
    administrator: account.administrator && role === 'owner',
    keyId: null,
    personId: person.id,
    role,
    session,
  };
}
