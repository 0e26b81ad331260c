import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { CredentialStore } from '../../../ports/accounts/credentials.ts';
import type { SetupLinkStore } from '../../../ports/accounts/setup-links.ts';
import { makeSetupLink } from '../sessions/setup-link.ts';

/** A start makes a link for the administrator never, once (while he has no password), or always. */
export type SetupLinkWhen = 'never' | 'once' | 'always';

/** A link of an administrator is good for this many milliseconds: he is sitting there. */
export const administratorLinkLifetime = 3_600_000;

/** Makes the token of a link by which an administrator sets his password, if one is wanted. */
export async function offerSetupLink(
  accountId: number,
  when: SetupLinkWhen,
  ports: {
    credentials: Pick<CredentialStore, 'findMember'>;
    setupLinks: Pick<SetupLinkStore, 'create'>;
    random: Random;
    clock: Clock;
  },
): Promise<string | undefined> {
  if (when === 'never') return undefined;
  const owner = await ports.credentials.findMember(accountId, null);
  if (owner === undefined || (when === 'once' && owner.passwordHash !== null)) return undefined;
  return (await makeSetupLink(owner.person.id, administratorLinkLifetime, ports)).token;
}
