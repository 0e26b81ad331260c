import { memberSchema, sessionSchema, userSchema } from '@sonde/shared/schemas/people/account.ts';
import { z } from 'zod';
import type { Caller } from '../../domain/people/access/caller.ts';
import { type BeginSessionPorts, beginSession } from '../../domain/people/sessions/begin-session.ts';
import type { Origin } from '../../http/define-endpoint.ts';
import { SessionAnswer } from '../../http/session-answer.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { Membership } from '../../ports/accounts/credentials.ts';
import { presentUserFor } from '../auth/present-user.ts';
import { presentMember, presentSession } from './present-session.ts';

/** Everybody who has signed in gets these fields as the answer; the session itself is in the cookie alone. */
export const signedInShape = {
  success: z.literal(true),
  user: userSchema,
  member: memberSchema,
  session: sessionSchema,
};

export interface SignInPorts extends BeginSessionPorts {
  readonly audit: Pick<AuditLog, 'record'>;
}

/** A sign-in states how somebody proved who he is. */
export type SignedInBy = 'password' | 'app' | 'recovery_code' | 'passkey' | 'setup_link' | 'provider';

/** Signs in who has proved who he is. */
export async function signIn(
  member: Membership,
  { caller, origin, by }: { caller: Caller; origin: Origin; by: SignedInBy },
  ports: SignInPorts,
) {
  const { session, token } = await beginSession(member, caller, origin, ports);
  const { address, requestId } = origin;
  await ports.audit.record({
    accountId: member.account.id,
    keyId: null,
    address,
    requestId,
    action: 'signed_in',
    object: `person:${member.person.id}`,
    details: { session: session.id, by },
  });
  const own = { session: { id: session.id, confirmed: true } };
  return new SessionAnswer(
    {
      success: true as const,
      user: presentUserFor(member),
      member: presentMember(member),
      session: presentSession({ ...session, person: member.person }, own),
    },
    token,
  );
}
