import type { Random } from '@sonde/shared/system/random.ts';
import type { ApiKeyStore } from '../../../ports/accounts/api-keys.ts';
import type { LocationStore } from '../../../ports/ingest/locations.ts';
import type { KeyFile } from '../../../ports/system/key-file.ts';
import { hashKey, makeKey } from '../access/api-key.ts';

const locationsLookedThrough = 1_000;

/**
 * Gives the agent beside this collector a location and its key, so that nobody has to register it by hand. Keeps the
 * key that is in the file as long as it opens something.
 */
export async function provisionAgent(
  {
    locations,
    apiKeys,
    random,
    keyFile,
  }: {
    locations: Pick<LocationStore, 'create' | 'list'>;
    apiKeys: Pick<ApiKeyStore, 'create' | 'findByHash'>;
    random: Random;
    keyFile: KeyFile;
  },
  { accountId, name }: { accountId: number; name: string },
): Promise<void> {
  const present = await keyFile.read();
  if (present !== undefined && (await apiKeys.findByHash(hashKey(present))) !== undefined) return;
  const { key, prefix, hash } = makeKey('location', random);
  const known = await locations.list(accountId, { limit: locationsLookedThrough, offset: 0 });
  const location = known.locations.find((candidate) => candidate.name === name);
  if (location === undefined) {
    const description = 'Made for the agent that runs beside the collector.';
    await locations.create({ accountId, name, description }, { prefix, hash });
  } else {
    const scope = { kind: 'location' as const, locationId: location.id };
    await apiKeys.create({ accountId, scope, prefix, hash, label: 'agent beside the collector' });
  }
  await keyFile.write(key);
}
