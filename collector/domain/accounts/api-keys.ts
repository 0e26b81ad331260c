import type { ApiKey, ApiKeyStore } from '../../ports/accounts/api-keys.ts';
import type { Random } from '../../ports/system/random.ts';
import { makeKey } from '../access/api-key.ts';
import { Conflict } from '../errors.ts';

/** Keys that an account may have at once. */
export const mostKeys = 100;

/** Makes a key for an account. It is known here for the last time: only its hash is stored. */
export async function createApiKey(
  { accountId, label, administrator }: { accountId: number; label: string; administrator: boolean },
  ports: { apiKeys: Pick<ApiKeyStore, 'create' | 'list'>; random: Random },
): Promise<{ apiKey: ApiKey; key: string }> {
  if ((await ports.apiKeys.list(accountId)).length >= mostKeys) {
    throw new Conflict(`An account may have at most ${mostKeys} keys: revoke one first.`);
  }
  const kind = administrator ? 'admin' : 'account';
  const { key, prefix, hash } = makeKey(kind, ports.random);
  return { apiKey: await ports.apiKeys.create({ accountId, scope: { kind }, prefix, hash, label }), key };
}
