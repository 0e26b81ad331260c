import type { Random } from '@sonde/shared/system/random.ts';
import type { Account, AccountStore } from '../../../ports/accounts/accounts.ts';
import type { ApiKeyStore } from '../../../ports/accounts/api-keys.ts';
import type { KeyFile } from '../../../ports/system/key-file.ts';
import { describeKey, makeKey, type NewKey } from '../access/api-key.ts';

export interface Administrator {
  readonly account: Account;
  /** A key made just now, to be shown once; undefined if there was one, or the operator chose it. */
  readonly newKey: string | undefined;
  /** Whether the key that the operator chose was revoked, and therefore opens nothing. */
  readonly isChosenKeyRevoked: boolean;
}

/**
 * Sees to it that somebody can administer this installation: makes `adminKey` a key of the administrator, or, if
 * none was chosen and the administrator has none, makes one up. A chosen key that was revoked stays so and counts as none.
 */
export async function ensureAdministrator(
  {
    accounts,
    apiKeys,
    random,
    keyFile,
  }: {
    accounts: Pick<AccountStore, 'ensureAdministrator'>;
    apiKeys: Pick<ApiKeyStore, 'create' | 'findByHash' | 'list' | 'wasRevoked'>;
    random: Random;
    /** Takes the key that is made, if there is such a file. */
    keyFile?: Pick<KeyFile, 'write'> | undefined;
  },
  { adminEmail, adminKey }: { adminEmail: string; adminKey: string | undefined },
): Promise<Administrator> {
  const account = await accounts.ensureAdministrator(adminEmail);
  const create = ({ prefix, hash }: NewKey, label: string) =>
    apiKeys.create({ accountId: account.id, scope: { kind: 'admin' }, prefix, hash, label });

  const chosen = adminKey === undefined ? undefined : describeKey(adminKey);
  const isChosenKeyRevoked = chosen !== undefined && (await apiKeys.wasRevoked(chosen.hash));
  if (chosen !== undefined && !isChosenKeyRevoked) {
    const known = async () => (await apiKeys.findByHash(chosen.hash)) !== undefined;
    if (!(await known())) {
      try {
        await create(chosen, 'chosen at start');
      } catch (error) {
        // Another collector that starts at the same time may have made it in between.
        if (!(await known())) throw error;
      }
    }
    return { account, newKey: undefined, isChosenKeyRevoked };
  }
  const keys = await apiKeys.list(account.id);
  if (keys.some((key) => key.scope.kind === 'admin'))
    return { account, newKey: undefined, isChosenKeyRevoked };
  const made = makeKey('admin', random);
  // First to the file: a key that nobody has would keep another from being made.
  await keyFile?.write(made.key);
  await create(made, 'made at the first start');
  return { account, newKey: made.key, isChosenKeyRevoked };
}
