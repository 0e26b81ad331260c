export const tiers = ['free', 'essentials', 'professional', 'research', 'commercial', 'enterprise'] as const;
export type Tier = (typeof tiers)[number];

export interface Account {
  readonly id: number;
  /** Lower case; unique. */
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly tier: Tier;
  readonly administrator: boolean;
  readonly createdAt: Date;
}

export interface AccountStore {
  find(id: number): Promise<Account | undefined>;
  findByEmail(email: string): Promise<Account | undefined>;
  /** The administrator that a fresh installation starts with; made if there is none. */
  ensureAdministrator(email: string): Promise<Account>;
}
