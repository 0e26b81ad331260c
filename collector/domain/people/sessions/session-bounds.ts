import type { SessionBounds } from '../../../ports/accounts/sessions.ts';

/** Milliseconds that a session lasts without being used. */
const idleTime = 8 * 3_600_000;
/** A session lasts at most this many seconds in all. */
export const longestSessionSeconds = 7 * 86_400;
/** A person who proved who he is need not do so again for this many milliseconds. */
export const confirmationTime = 10 * 60_000;
/** One person has at most this many sessions in one account; one more ends the oldest. */
export const mostSessions = 100;

/** Computes the bounds of sessions at a time; `now` in milliseconds. */
export function sessionBounds(now: number): SessionBounds {
  return {
    usedAfter: new Date(now - idleTime),
    begunAfter: new Date(now - longestSessionSeconds * 1_000),
  };
}
