import type { Tier } from '../../../ports/accounts/accounts.ts';

/** A tier has at most this many requests in a UTC day; undefined means unlimited. */
export const requestsPerDay: Readonly<Record<Tier, number | undefined>> = {
  free: 15_000,
  essentials: 80_000,
  professional: 135_000,
  research: 275_000,
  commercial: 375_000,
  enterprise: undefined,
};
