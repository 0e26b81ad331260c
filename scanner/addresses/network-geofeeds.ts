import { setImmediate } from 'node:timers/promises';
import { ExpiringCache } from '@sonde/shared/async/expiring-cache.ts';
import { readLines } from '@sonde/shared/documents/read-lines.ts';
import { type Prefix, parsePrefix, prefixCovers, wordsText } from '@sonde/shared/net/prefix.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Place } from '../datasets/facts/address-facts.ts';
import { type GeofeedPlace, geofeedPlace, geofeedRow } from '../datasets/formats/geofeed.ts';
import { type Fetch, FetchError } from '../ports/fetch.ts';
import type { ScanError } from '../ports/finding.ts';
import type { NetworkRegistration } from '../ports/network-registration.ts';
import { isWithin } from '../protocols/registration/networks/address-range.ts';

const source = 'network-geofeed';
const mostBytes = 4 * 1_048_576;
/** Rows of one network that are kept. */
const mostRows = 10_000;
const mostNetworks = 500;
const lasts = 86_400_000;
/** Milliseconds for which a publisher that failed is left alone. */
const failureLasts = 3_600_000;
const fetchMilliseconds = 8_000;

type Row = readonly [prefix: Prefix, place: GeofeedPlace];
type Read = { readonly rows: readonly Row[] } | { readonly error: ScanError };

/** The places that networks publish themselves, where their registrations say so (RFC 9632). */
export class NetworkGeofeeds {
  readonly #known: ExpiringCache<Read>;

  constructor(clock: Clock) {
    this.#known = new ExpiringCache(mostNetworks, clock);
  }

  /**
   * Tells the place of an address by the geofeed of its network; null if the network publishes none, or nothing of the address.
   * Prefixes outside of the network are somebody else's, whatever the feed says of them. Never rejects.
   */
  async find(
    address: string,
    registration: Pick<NetworkRegistration, 'first' | 'last' | 'geofeed'>,
    fetch: Fetch,
    signal: AbortSignal,
  ): Promise<{ readonly place: Place | null; readonly errors: readonly ScanError[] }> {
    const { first, last, geofeed: url } = registration;
    if (url == null) return { place: null, errors: [] };
    const key = `${first} ${last} ${url}`;
    let read = this.#known.get(key);
    if (read === undefined) {
      read = await readFeed(url, registration, fetch, signal);
      this.#known.set(key, read, 'error' in read ? failureLasts : lasts);
    }
    if ('error' in read) return { place: null, errors: [read.error] };
    const own = parsePrefix(address)!;
    const [narrowest] = read.rows
      .filter(([prefix]) => prefixCovers(prefix, own))
      .toSorted(([one], [other]) => other.length - one.length);
    if (narrowest === undefined) return { place: null, errors: [] };
    const place = {
      ...narrowest[1],
      postalCode: null,
      latitude: null,
      longitude: null,
      timezone: null,
      source,
    };
    return { place, errors: [] };
  }
}

async function readFeed(
  url: string,
  { first, last }: Pick<NetworkRegistration, 'first' | 'last'>,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<Read> {
  const failed = (code: string, message: string): Read => ({ error: { source, code, message } });
  try {
    const response = await fetch(url, { signal, maxBytes: mostBytes, milliseconds: fetchMilliseconds });
    if (response.status !== 200) {
      for await (const _ of response.body) break;
      return failed('refused', `The geofeed answered with status ${response.status}.`);
    }
    // A redirect must not leave the encrypted way.
    if (response.trace !== undefined && !response.trace.url.startsWith('https:')) {
      for await (const _ of response.body) break;
      return failed('refused', 'The geofeed redirects to an address without encryption.');
    }
    const rows: Row[] = [];
    for await (const lines of readLines(response.body)) {
      for (const { text } of lines) {
        const row = geofeedRow(text);
        const prefix = row && parsePrefix(row.prefix);
        const place = row && geofeedPlace(row.text);
        if (prefix === undefined || place === undefined || rows.length >= mostRows) continue;
        if (isInside(prefix, first, last)) rows.push([prefix, place]);
      }
      await setImmediate();
    }
    return { rows };
  } catch (error) {
    if (error instanceof FetchError) return failed(error.failure, `The geofeed: ${error.message}`);
    if (signal.aborted) return failed('timeout', 'The geofeed did not answer in time.');
    return failed('malformed', 'The geofeed cannot be read.');
  }
}

function isInside({ family, words, length }: Prefix, first: string, last: string): boolean {
  const end = words.map((word, at) => word + 2 ** Math.min(32, Math.max(0, (at + 1) * 32 - length)) - 1);
  return [words, end].every((side) => isWithin(wordsText(family, side), first, last));
}
