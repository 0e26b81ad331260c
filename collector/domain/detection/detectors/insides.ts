import { addressScope } from '../addresses.ts';
import type { BatchRows } from '../batch-rows.ts';
import { RecentMap } from '../state/recent-map.ts';

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
  readonly #pages = new RecentMap<string, Page>(followed);
  readonly #domains = new RecentMap<string, Inside>(followed);

  /** Notes the address of the row's answer that begins there; only those of private networks count. */
  note(row: BatchRows, start: number): void {
    if (addressScope(row.addresses.bytes, start) !== 'private') return;
    const at = row.observedSeconds;
    const { name, client } = row;
    const page = this.#pages.getOrCreate(pageKey(row, start), () => ({ since: at, domains: [] }));
    if (at - page.since >= hourSeconds) {
      page.since = at;
      page.domains.length = 0;
    }
    keep(page.domains, name.hash.low, pageDomains);
    const inside = this.#domains.getOrCreate(domainKey(row), () => ({ since: at, clients: [] }));
    keep(inside.clients, client.hash.low, siteClients);
  }

  /** Tells whether that address says nothing about the domain, or nothing new. */
  explain(row: BatchRows, start: number): boolean {
    if (addressScope(row.addresses.bytes, start) !== 'private') return false;
    if ((this.#pages.get(pageKey(row, start))?.domains.length ?? 0) >= pageDomains) return true;
    const inside = this.#domains.get(domainKey(row));
    if (inside === undefined) return false;
    return inside.clients.length >= siteClients || row.observedSeconds - inside.since >= siteSeconds;
  }
}

function pageKey({ locationId, addresses: { bytes } }: BatchRows, start: number): string {
  return `${locationId} ${Buffer.from(bytes.subarray(start, start + 16)).toString('latin1')}`;
}

function domainKey({ locationId, name }: BatchRows): string {
  return `${locationId} ${name.registrable}`;
}

function keep(hashes: number[], hash: number, most: number): void {
  if (hashes.length < most && !hashes.includes(hash)) hashes.push(hash);
}
