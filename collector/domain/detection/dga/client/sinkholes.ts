import { addressText } from '@sonde/shared/net/address.ts';
import type { BatchRows } from '../../batch-rows.ts';
import type { DgaSettings } from '../../settings.ts';
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
  readonly #isMadeUp: (label: string) => boolean;
  readonly #byClient = new RecentMap<string, Landed[]>(followed);

  constructor(isMadeUp: (label: string) => boolean) {
    this.#isMadeUp = isMadeUp;
  }

  /** The domains of the row's client that are where this one is, once they are enough to tell. */
  add(
    row: BatchRows,
    domain: string,
    label: string,
    { windowSeconds, flaggedDomains }: DgaSettings,
  ): { address: string; domains: string[] } | undefined {
    if (!this.#isMadeUp(label) || row.addresses.count === 0) return undefined;
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
    const alike = landed.filter((one) => one.address === address && one.at > at - windowSeconds);
    if (alike.length < flaggedDomains) return undefined;
    return { address, domains: alike.map((one) => one.domain) };
  }
}
