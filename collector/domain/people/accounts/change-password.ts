import { NotFound } from '@sonde/shared/errors.ts';
import type { CredentialStore } from '../../../ports/accounts/credentials.ts';
import type { AccountCaller } from '../access/caller.ts';
import { type CheckOwnPasswordPorts, checkOwnPassword } from './check-own-password.ts';
import type { PasswordHasher } from './password-hash.ts';

export interface ChangePasswordPorts extends CheckOwnPasswordPorts {
  readonly credentials: Pick<CredentialStore, 'findMember' | 'setPassword'>;
  readonly passwords: Pick<PasswordHasher, 'hash' | 'verify'>;
}

/**
 * Sets a new password, voids all tokens issued before, and ends all sessions but the caller's own. With a key it is the
 * password of the account's first owner.
 */
export async function changePassword(
  { caller, current, wanted }: { caller: AccountCaller; current: string; wanted: string },
  ports: ChangePasswordPorts,
): Promise<void> {
  const member = await ports.credentials.findMember(caller.accountId, caller.personId);
  if (member === undefined) throw new NotFound('account');
  const { person, passwordHash } = member;
  await checkOwnPassword({ personId: person.id, password: current, passwordHash }, ports);
  await ports.credentials.setPassword(person.id, await ports.passwords.hash(wanted), caller.session?.id);
}
