import type { Account, Tier } from '../../../ports/accounts/accounts.ts';

/** An account row is an account as the database tells it. */
export interface AccountRow {
  id: number;
  email: string;
  first_name: string | null;
  last_name: string | null;
  tier: Tier;
  administrator: boolean;
  created_at: Date;
}

export const accountColumns = 'id, email, first_name, last_name, tier, administrator, created_at';

export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    tier: row.tier,
    administrator: row.administrator,
    createdAt: row.created_at,
  };
}
