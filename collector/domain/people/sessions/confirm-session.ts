import { NotFound } from '@sonde/shared/errors.ts';
import type { CredentialStore } from '../../../ports/accounts/credentials.ts';
import type { SessionStore } from '../../../ports/accounts/sessions.ts';
import type { AccountCaller } from '../access/caller.ts';
import { type CheckOwnPasswordPorts, checkOwnPassword } from '../accounts/check-own-password.ts';
import { confirmationTime } from './session-bounds.ts';

export interface ConfirmSessionPorts extends CheckOwnPasswordPorts {
  readonly credentials: Pick<CredentialStore, 'findMember'>;
  readonly sessions: Pick<SessionStore, 'confirm'>;
}

/** Has a person prove again who he is; returns until when that counts. */
export async function confirmSession(
  { caller, password }: { caller: AccountCaller; password: string },
  ports: ConfirmSessionPorts,
): Promise<Date> {
  const member = await ports.credentials.findMember(caller.accountId, caller.personId);
  if (member === undefined || caller.session === null) throw new NotFound('session');
  const { person, passwordHash } = member;
  await checkOwnPassword({ personId: person.id, password, passwordHash }, ports);
  const now = ports.clock.now();
  await ports.sessions.confirm(caller.session.id, new Date(now));
  return new Date(now + confirmationTime);
}
