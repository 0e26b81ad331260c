import { DomainError, InvalidInput } from '@sonde/shared/errors.ts';
import { hasHostBits, parsePrefix, prefixText } from '@sonde/shared/net/prefix.ts';
import type { KeyBounds } from '../../../ports/accounts/key-bounds.ts';
import type { LocationStore } from '../../../ports/ingest/locations.ts';
import type { AccountCaller } from '../access/caller.ts';
import { isWithin } from '../access/key-bounds.ts';

/** Networks as they are compared; throws InvalidInput for what is none. */
export function readNetworks(texts: readonly string[] | null | undefined): string[] | null {
  if (texts == null) return null;
  return unique(
    texts.map((text, at) => {
      const prefix = parsePrefix(text);
      if (prefix === undefined) {
        throw new InvalidInput(`networks.${at}`, 'is neither an address nor a network such as 192.0.2.0/24');
      }
      if (hasHostBits(text))
        throw new InvalidInput(`networks.${at}`, `is not the first address: ${prefixText(prefix)} is`);
      return prefixText(prefix);
    }),
  );
}

/** Throws InvalidInput for a location that the account does not have. */
export async function checkLocations(
  accountId: number,
  ids: readonly number[] | null,
  { locations }: { readonly locations: Pick<LocationStore, 'find'> },
): Promise<void> {
  const found = await Promise.all((ids ?? []).map((id) => locations.find(accountId, id)));
  const unknown = found.indexOf(undefined);
  if (unknown >= 0) throw new InvalidInput(`location_ids.${unknown}`, 'is no location of the account');
}

/** Throws if a key would make one that may more, or longer, than itself. */
export function checkWithin(
  { keyId, bounds, keyExpiresAt }: AccountCaller,
  wanted: KeyBounds,
  expiresAt: Date | null,
): void {
  if (keyId === null) return;
  const own = { families: null, locationIds: null, networks: null, readOnly: false, ...bounds };
  if (isWithin({ ...wanted, expiresAt }, { ...own, expiresAt: keyExpiresAt ?? null })) return;
  throw new DomainError('forbidden', 'A key makes none that may more, or works longer, than itself.');
}

export function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}
