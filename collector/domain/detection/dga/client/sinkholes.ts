import { addressText } from '@sonde/shared/net/address.ts';
import type { BatchRows } from '../../batch-rows.ts';
import { RecentMap } from '../../state/recent-map.ts';

const followed = 5_000;
/** Domains that are kept of each client. */
const kept = 32;

interface Landed {
  readonly domain: string;
  readonly address: string;
  at: number;
}

/**
 * Sinkholes collect the made-up domains that exist, by their address. Whoever takes a generator's domains over, or
 * blocks them, sends all of them to one place.
 */
export class Sinkholes {
  readonly #byClient = new RecentMap<string, Landed[]>(followed);

  /** The domains of the row's client that are where this one is, once they are enough within that time. */
  add(
    row: BatchRows,
    domain: string,
    { seconds, domains }: { readonly seconds: number; readonly domains: number },
  ): { address: string; domains: string[] } | undefined {
    if (row.addresses.count === 0) return undefined;
    const at = row.observedSeconds;
    const address = addressText(row.addresses.bytes);
    const landed = this.#byClient.getOrCreate(`${row.locationId} ${row.clientAddress}`, () => []);
    const known = landed.find((one) => one.domain === domain);
    if (known !== undefined) {
      known.at = at;
      return undefined;
    }
    landed.push({ domain, address, at });
    if (landed.length > kept) landed.shift();
    const alike = landed.filter((one) => one.address === address && one.at > at - seconds);
    if (alike.length < domains) return undefined;
    return { address, domains: alike.map((one) => one.domain) };
  }
}
