import { RecentMap } from '../../state/recent-map.ts';

const followed = 2_000;
const daySeconds = 86_400;
/** Different denials by which a server is known to tell errors; single names are denied on purpose (`use-application-dns.net`). */
const honestDenials = 3;
/** Drawn domains that are kept of a server's day. */
const mostDrawn = 64;
/** Of all drawn domains of a server's day, those that one address must have: nets for delivery have strange names, too. */
const shareOfOne = 0.8;

/** A server has a day of drawn domains with their addresses, and what it denied. */
interface Server {
  day: number;
  honestUntil: number;
  readonly denied: Set<string>;
  readonly drawn: Map<string, string>;
}

/**
 * Drawn landings are where the drawn domains are that a server answers for. A server that hands out a page in place of
 * an error denies nothing, and has one address for all of them; whoever takes a generator's domains over does so for
 * some, and what is left is denied.
 */
export class DrawnLandings {
  readonly #servers = new RecentMap<string, Server>(followed);

  /** Domains that were dropped with their servers for want of room, so far. */
  get forgotten(): number {
    return this.#servers.forgotten;
  }

  /** Notes a denied look-up of an address; `server` is the location and the server's address. */
  noteDenied(server: string, domain: string, at: number): void {
    const known = this.#of(server, at);
    if (known.honestUntil > at) return;
    known.denied.add(domain);
    if (known.denied.size < honestDenials) return;
    known.honestUntil = at + daySeconds;
    known.denied.clear();
    known.drawn.clear();
  }

  /** Tells whether the server denied several names within a day. */
  isHonest(server: string, at: number): boolean {
    const known = this.#servers.get(server);
    return known !== undefined && known.honestUntil > at;
  }

  add(server: string, domain: string, address: string, at: number): void {
    const { drawn } = this.#of(server, at);
    if (drawn.size < mostDrawn) drawn.set(domain, address);
  }

  /** The drawn domains of the day that the server answers with an address; none if it denies others, or has many addresses. */
  at(server: string, address: string, at: number): readonly string[] {
    const known = this.#servers.get(server);
    if (known === undefined || known.honestUntil > at) return [];
    const there = [...known.drawn].filter(([, one]) => one === address).map(([domain]) => domain);
    return there.length >= known.drawn.size * shareOfOne ? there : [];
  }

  #of(server: string, at: number): Server {
    const day = Math.floor(at / daySeconds);
    const known = this.#servers.getOrCreate(server, () => ({
      day,
      honestUntil: 0,
      denied: new Set(),
      drawn: new Map(),
    }));
    if (known.day !== day) {
      known.day = day;
      known.denied.clear();
      known.drawn.clear();
    }
    return known;
  }
}

/** The endings of names, each once. */
export function endingsOf(names: Iterable<string>): Set<string> {
  return new Set(Array.from(names, (name) => name.slice(name.lastIndexOf('.') + 1)));
}
