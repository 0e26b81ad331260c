import { NotFound } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { Membership } from '../../../ports/accounts/credentials.ts';
import type { Session, SessionStore } from '../../../ports/accounts/sessions.ts';
import type { Caller } from '../access/caller.ts';
import { makeSecretToken } from './secret-token.ts';
import { mostSessions } from './session-bounds.ts';

export interface BeginSessionPorts {
  readonly sessions: Pick<SessionStore, 'begin' | 'end'>;
  readonly random: Random;
  readonly clock: Clock;
}

/**
 * Begins a session for a member who has proved who he is. The token is always a new one, whatever the browser brought,
 * and the session that it had before is ended.
 */
export async function beginSession(
  { person, account }: Membership,
  before: Caller,
  { address, userAgent }: { address: string; userAgent: string | null },
  ports: BeginSessionPorts,
): Promise<{ session: Session; token: string }> {
  if (before.kind === 'account' && before.session !== null) {
    await ports.sessions.end(before.accountId, before.personId, before.session.id);
  }
  const { token, hash } = makeSecretToken(ports.random);
  const session = await ports.sessions.begin({
    personId: person.id,
    accountId: account.id,
    hash,
    at: new Date(ports.clock.now()),
    address,
    userAgent,
    most: mostSessions,
  });
  // Whoever was removed from the account meanwhile.
  if (session === undefined) throw new NotFound('account');
  return { session, token };
}
