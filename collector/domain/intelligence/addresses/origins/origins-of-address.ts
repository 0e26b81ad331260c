import type { Route } from '@sonde/scanner/datasets/facts/address-facts.ts';
import { keyOfAddress } from '@sonde/scanner/datasets/facts/address-key.ts';
import { addressBytes } from '@sonde/shared/net/address.ts';
import { leadingBits, prefixText } from '@sonde/shared/net/prefix.ts';
import type { OriginHistoryStore, SeenOriginChange } from '../../../../ports/addresses/origin-history.ts';

/** Prefixes are told apart up to this length. */
const longest = { 4: 32, 6: 64 } as const;

export interface OriginHistory {
  /** When the first table was there that others are compared with; null if there is none. */
  readonly knownSince: Date | null;
  /** When the latest was. */
  readonly comparedAt: Date | null;
  /** Of all prefixes around the address, the newest first. */
  readonly changes: readonly SeenOriginChange[];
}

/** Finds how the origins of the prefixes around an address changed, from one table of routes to the next. */
export async function originsOfAddress(
  ip: string,
  limit: number,
  { originHistory }: { readonly originHistory: Pick<OriginHistoryStore, 'changesOf' | 'compared'> },
): Promise<OriginHistory> {
  const [changes, compared] = await Promise.all([
    originHistory.changesOf(prefixesAround(ip), limit),
    originHistory.compared(),
  ]);
  const times = compared.map(({ since, latest }) => ({ since: since.getTime(), latest: latest.getTime() }));
  return {
    knownSince: times.length === 0 ? null : new Date(Math.min(...times.map(({ since }) => since))),
    comparedAt: times.length === 0 ? null : new Date(Math.max(...times.map(({ latest }) => latest))),
    changes: withoutRepetitions(changes),
  };
}

/** Tells since when a route has its origins: since the change that brought them; null if none did since tables are compared. */
export function originSince(route: Route | null, { changes }: OriginHistory): Date | null {
  if (route === null) return null;
  const latest = changes.find(({ prefix, dataset }) => prefix === route.prefix && dataset === route.source);
  const isPresent = latest?.after.join(' ') === route.origins.toSorted((a, b) => a - b).join(' ');
  return latest !== undefined && isPresent ? latest.seenAt : null;
}

/** Several collectors see the same change, each in its own copy of a table. The newest first, before and after. */
function withoutRepetitions(changes: readonly SeenOriginChange[]): SeenOriginChange[] {
  const present = new Map<string, string>();
  return changes
    .toReversed()
    .filter(({ prefix, dataset, after }) => {
      const key = `${dataset} ${prefix}`;
      const origins = after.join(' ');
      if (present.get(key) === origins) return false;
      present.set(key, origins);
      return true;
    })
    .toReversed();
}

function prefixesAround(ip: string): string[] {
  const { family, words } = keyOfAddress(addressBytes(ip));
  const own = words.slice(0, family === 4 ? 1 : 4);
  return Array.from({ length: longest[family] + 1 }, (_, length) =>
    prefixText({ family, words: own.map((word, at) => leadingBits(word, length - at * 32)), length }),
  );
}
