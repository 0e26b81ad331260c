import type { SessionBounds } from '../../../ports/accounts/sessions.ts';

/** Milliseconds that a session lasts without being used. */
const idleTime = 8 * 3_600_000;
/** Seconds that a session lasts in all. */
export const longestSessionSeconds = 7 * 86_400;
/** Milliseconds for which a person who proved who he is need not do so again. */
export const confirmationTime = 10 * 60_000;
/** Sessions of one person in one account, at most; one more ends the oldest. */
export const mostSessions = 100;

/** `now` in milliseconds. */
export function sessionBounds(now: number): SessionBounds {
  return {
    usedAfter: new Date(now - idleTime),
    begunAfter: new Date(now - longestSessionSeconds * 1_000),
  };
}
