import type { userSchema } from '@sonde/shared/schemas/people/account.ts';
import type { z } from 'zod';
import type { Account } from '../../ports/accounts/accounts.ts';
import type { Membership } from '../../ports/accounts/credentials.ts';

/** Presents an account as one of its members sees it: only owners of an administrator's account administrate. */
export function presentUserFor({ account, role }: Membership): z.input<typeof userSchema> {
  return { ...presentUser(account), administrator: account.administrator && role === 'owner' };
}

/** Presents an account as the API shows it. */
export function presentUser(account: Account): z.input<typeof userSchema> {
  return {
    id: account.id,
    email: account.email,
    first_name: account.firstName,
    last_name: account.lastName,
    tier: account.tier,
    administrator: account.administrator,
    created_at: account.createdAt.toISOString(),
  };
}
