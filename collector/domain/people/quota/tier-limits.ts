import type { Tier } from '../../../ports/accounts/accounts.ts';

/** Requests of a UTC day; unlimited where undefined. */
export const requestsPerDay: Readonly<Record<Tier, number | undefined>> = {
  free: 15_000,
  essentials: 80_000,
  professional: 135_000,
  research: 275_000,
  commercial: 375_000,
  enterprise: undefined,
};
