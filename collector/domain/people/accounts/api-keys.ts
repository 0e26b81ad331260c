import { Conflict } from '@sonde/shared/errors.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { ApiKey, ApiKeyStore, NewApiKey } from '../../../ports/accounts/api-keys.ts';
import { makeKey } from '../access/api-key.ts';

/** An account may have at most this many keys at once. */
export const mostKeys = 100;

/** Makes a key for an account. It is known here for the last time: only its hash is stored. */
export async function createApiKey(
  {
    accountId,
    label,
    kind,
    ...narrower
  }: {
    accountId: number;
    label: string;
    kind: 'account' | 'admin' | 'provisioning';
  } & Pick<NewApiKey, 'role' | 'expiresAt' | 'bounds'>,
  ports: { apiKeys: Pick<ApiKeyStore, 'createWithin'>; random: Random },
): Promise<{ apiKey: ApiKey; key: string }> {
  const { key, prefix, hash } = makeKey(kind, ports.random);
  const apiKey = await ports.apiKeys.createWithin(
    { accountId, scope: { kind }, prefix, hash, label, ...narrower },
    mostKeys,
  );
  if (apiKey === undefined) {
    throw new Conflict(`An account may have at most ${mostKeys} keys of its own: revoke one first.`);
  }
  return { apiKey, key };
}
