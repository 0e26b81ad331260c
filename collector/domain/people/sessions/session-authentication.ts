import type { Clock } from '@sonde/shared/system/clock.ts';
import type { SessionStore } from '../../../ports/accounts/sessions.ts';
import type { AccountCaller } from '../access/caller.ts';
import { memberCaller } from '../access/member-caller.ts';
import { hashOfToken } from './secret-token.ts';
import { confirmationTime, sessionBounds } from './session-bounds.ts';

/** Milliseconds within which further uses of a session are not written down. */
const useInterval = 60_000;

/** A function of this type finds out whose session a cookie is of. Undefined if it is nobody's, or over. */
export type AuthenticateSession = (token: string) => Promise<AccountCaller | undefined>;

/** Authenticates sessions: by a look-up each time, so that an ended one is ended everywhere at once. */
export function sessionAuthentication({
  sessions,
  clock,
}: {
  readonly sessions: Pick<SessionStore, 'find' | 'use'>;
  readonly clock: Clock;
}): AuthenticateSession {
  return async (token) => {
    const hash = hashOfToken(token);
    if (hash === undefined) return undefined;
    const now = clock.now();
    const session = await sessions.find(hash, sessionBounds(now));
    if (session === undefined) return undefined;
    if (now - session.lastUsedAt.getTime() >= useInterval) await sessions.use(session.id, new Date(now));
    const confirmed = now - session.confirmedAt.getTime() < confirmationTime;
    return memberCaller(session, { id: session.id, confirmed });
  };
}
