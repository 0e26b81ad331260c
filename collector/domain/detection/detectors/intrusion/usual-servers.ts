import type { BatchRows } from '../../batch-rows.ts';
import type { ResolverBypassSettings } from '../../settings.ts';
import { DistinctCounter } from '../../state/distinct-counter.ts';
import { RecentTable } from '../../state/recent-table.ts';

/** Servers that are followed, of all locations; each takes at most 512 octets of bits. */
const followed = 2_000;
const serverBits = 4_096;
const siteBits = 32_768;
const daySeconds = 86_400;

/** The clients of a server, by port, of one day and the day before. */
export interface ServerUse {
  readonly low: number;
  readonly high: number;
  day: number;
  counter: DistinctCounter;
  clients: number;
  before: number;
}

interface Site extends Omit<ServerUse, 'low' | 'high'> {
  readonly since: number;
  /** The most clients that one server has, and which it is. */
  most: number;
  mostOf: ServerUse | undefined;
}

/**
 * Usual servers are those that a site's clients ask: those with a share of all clients. A server's clients are counted by
 * day; the day before counts as well, so that none is foreign in the morning.
 */
export class UsualServers {
  readonly #uses = new RecentTable<ServerUse>(followed);
  readonly #sites = new Map<number, Site>();

  /** Counts the row's client for its server, and gives that server's use. */
  note(row: BatchRows, port: number): ServerUse {
    const { bytes, serverAt, locationId } = row;
    let low = locationId ^ (port << 16);
    let high = port;
    for (let at = serverAt; at < serverAt + 16; at += 4) {
      const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
      low = Math.imul(low ^ word, 0x9e37_79b1);
      low ^= low >>> 15;
      high = Math.imul(high ^ word, 0x5bd1_e995);
      high ^= high >>> 13;
    }
    const day = Math.floor(row.observedSeconds / daySeconds);
    const use =
      this.#uses.get(low, high) ??
      this.#uses.add(low, high, {
        low,
        high,
        day,
        counter: new DistinctCounter(serverBits),
        clients: 0,
        before: 0,
      });
    let site = this.#sites.get(locationId);
    if (site === undefined) {
      site = {
        since: row.observedSeconds,
        day,
        counter: new DistinctCounter(siteBits),
        clients: 0,
        before: 0,
        most: 0,
        mostOf: undefined,
      };
      this.#sites.set(locationId, site);
    }
    if (use.day !== day) turn(use, day, serverBits);
    if (site.day !== day) turn(site, day, siteBits);
    const client = row.client.hash.low;
    if (site.counter.add(client)) site.clients = site.counter.estimate;
    if (use.counter.add(client)) {
      use.clients = use.counter.estimate;
      if (use.clients >= site.most) {
        site.most = use.clients;
        site.mostOf = use;
      }
    }
    return use;
  }

  /**
   * Tells whether a server is one that the site uses. As long as no server has the clients that make one usual, the site is
   * too small, or watched from where only its resolver is seen, and all are; and so they are while it is got to know.
   */
  isUsual(
    locationId: number,
    use: ServerUse,
    { usualClients, usualShare, quietSeconds }: ResolverBypassSettings,
    at: number,
  ): boolean {
    const site = this.#sites.get(locationId)!;
    if (at - site.since < quietSeconds || site.most < usualClients || site.mostOf === use) return true;
    const clients = Math.max(use.clients, use.before);
    return clients >= usualClients && clients >= this.clientsOf(locationId) * usualShare;
  }

  clientsOf(locationId: number): number {
    const site = this.#sites.get(locationId)!;
    return Math.max(site.clients, site.before);
  }
}

function turn(use: Omit<ServerUse, 'low' | 'high'>, day: number, bits: number): void {
  use.before = day === use.day + 1 ? use.clients : 0;
  use.day = day;
  use.counter = new DistinctCounter(bits);
  use.clients = 0;
}
