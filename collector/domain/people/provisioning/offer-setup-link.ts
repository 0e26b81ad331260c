import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { CredentialStore } from '../../../ports/accounts/credentials.ts';
import type { SetupLinkStore } from '../../../ports/accounts/setup-links.ts';
import { makeSetupLink } from '../sessions/setup-link.ts';

/** When a start makes a link for the administrator: never, while he has no password, or each time. */
export type SetupLinkWhen = 'never' | 'once' | 'always';

/** Milliseconds that a link of an administrator is good for: he is sitting there. */
export const administratorLinkLifetime = 3_600_000;

/** The token of a link by which an administrator sets his password, where one is wanted. */
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
