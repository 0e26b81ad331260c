import { addressScope } from '../addresses.ts';
import type { BatchRows } from '../batch-rows.ts';
import type { DomainHash } from '../names/domain-hash.ts';
import { bytesHash } from '../state/bytes-hash.ts';
import { LocatedMap } from '../state/located-map.ts';

const followed = 2_000;
const hourSeconds = 3_600;
/** Domains that one private address is given for within an hour, from which it is a page for all that is asked. */
const pageDomains = 3;
/** Clients that are given private addresses of one domain, and the time since the first was, from which it is of the site. */
const siteClients = 3;
const siteSeconds = 900;

interface Page {
  since: number;
  readonly domains: number[];
}

interface Inside {
  readonly since: number;
  readonly clients: number[];
}

/**
 * Insides remember the private addresses that domains have, of all clients of a location: the page of a captive portal or of
 * a filter has the address of many domains, and a domain of the site's own is within for many clients, or has been for long.
 */
export class Insides {
  readonly #pages = new LocatedMap<Page>(followed);
  readonly #domains = new LocatedMap<Inside>(followed);

  /** Notes an address of the row's answer that begins there; only those of private networks count. */
  note(row: BatchRows, bytes: Uint8Array, start: number): void {
    if (addressScope(bytes, start) !== 'private') return;
    const { locationId, name, client, observedSeconds: at } = row;
    const address = hashOfAddress(bytes, start);
    const page =
      this.#pages.get(locationId, address) ??
      this.#pages.add(locationId, address, { since: at, domains: [] });
    if (at - page.since >= hourSeconds) {
      page.since = at;
      page.domains.length = 0;
    }
    keep(page.domains, name.hash.low, pageDomains);
    const inside =
      this.#domains.get(locationId, name.hash) ??
      this.#domains.add(locationId, name.hash, { since: at, clients: [] });
    keep(inside.clients, client.hash.low, siteClients);
  }

  /** Tells whether that address says nothing about the domain, or nothing new. */
  explain(row: BatchRows, bytes: Uint8Array, start: number): boolean {
    if (addressScope(bytes, start) !== 'private') return false;
    const { locationId, name } = row;
    const page = this.#pages.get(locationId, hashOfAddress(bytes, start));
    if ((page?.domains.length ?? 0) >= pageDomains) return true;
    const inside = this.#domains.get(locationId, name.hash);
    if (inside === undefined) return false;
    return inside.clients.length >= siteClients || row.observedSeconds - inside.since >= siteSeconds;
  }
}

/** 64 bits of the 16 bytes of an address. */
function hashOfAddress(bytes: Uint8Array, start: number): DomainHash {
  const low = bytesHash(0x811c_9dc5, bytes, start, start + 16);
  const high = bytesHash(low ^ 0x5bd1_e995, bytes, start, start + 16);
  return { low: low ^ (low >>> 15), high: high ^ (high >>> 13) };
}

function keep(hashes: number[], hash: number, most: number): void {
  if (hashes.length < most && !hashes.includes(hash)) hashes.push(hash);
}
