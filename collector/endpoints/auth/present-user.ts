import type { userSchema } from '@sonde/shared/schemas/account.ts';
import type { z } from 'zod';
import type { Account } from '../../ports/accounts/accounts.ts';

/** An account as the API shows it. */
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
