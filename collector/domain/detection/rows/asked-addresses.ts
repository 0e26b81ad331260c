import type { BatchRows } from '../batch-rows.ts';
import { readReverseName, readReverseNibbles } from '../names/reverse-name.ts';
import { RecentMap } from '../state/recent-map.ts';

const followed = 5_000;
const daySeconds = 86_400;
/** Who reads a log asks for thousands of addresses, which are told nowhere else. */
const mostOfDay = 16;

/** Asked addresses are those whose names clients ask for, below in-addr.arpa. */
export class AskedAddresses {
  readonly #clients = new RecentMap<string, { day: number; count: number }>(followed);

  /** Reads the address that a query is about, of either family, IPv4 mapped; undefined if it is about none. */
  read({ queryName }: BatchRows): Uint8Array | undefined {
    if (queryName.endsWith('.ip6.arpa')) {
      const nibbles = readReverseNibbles(queryName);
      return nibbles === undefined ? undefined : Buffer.from(nibbles, 'hex');
    }
    const octets = readReverseName(queryName)?.map(Number);
    if (octets === undefined || octets.some((octet) => octet > 255)) return undefined;
    const address = new Uint8Array(16);
    address[10] = 0xff;
    address[11] = 0xff;
    address.set(octets, 12);
    return address;
  }

  /** Tells whether the row's client has asked for few listed ones on its day, and counts it. */
  isAmongFew({ locationId, clientAddress, observedSeconds }: BatchRows): boolean {
    const day = Math.floor(observedSeconds / daySeconds);
    const asked = this.#clients.getOrCreate(`${locationId} ${clientAddress}`, () => ({ day, count: 0 }));
    if (asked.day !== day) {
      asked.day = day;
      asked.count = 0;
    }
    return ++asked.count <= mostOfDay;
  }
}
