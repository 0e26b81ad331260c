import { isIP } from 'node:net';
import { addressBytes, addressText } from '@sonde/shared/net/address.ts';

/** Leases that are taken of one file, at most: no network of people has more clients. */
export const mostLeases = 50_000;
const longestName = 200;

/** A lease is what a DHCP server gave to a client that says what it is called. */
export interface Lease {
  /** In the one form of addresses. */
  readonly address: string;
  readonly name: string;
}

/**
 * Reads the leases of a file of dnsmasq (`dnsmasq.leases`), of ISC dhcpd (`dhcpd.leases`) or of Kea (memfile, CSV), told apart by what
 * they look like. The last word on an address holds; leases that are over, and those of clients without a name, are left out.
 * Whatever else stands there is passed over.
 */
export function readLeases(text: string, now: number): Lease[] {
  const first = text.slice(0, 1_000).trimStart();
  if (/^address,/.test(first)) return readKea(text, now);
  if (/^lease6? |^ia-na |[{}]/m.test(first) || first.startsWith('#')) return readDhcpd(text, now);
  return readDnsmasq(text, now);
}

/** `expiry hardware-address address name client-id`; 0 is a lease for ever, `*` no name. A line `duid …` precedes those of IPv6. */
function readDnsmasq(text: string, now: number): Lease[] {
  const found = new Found();
  for (const line of lines(text)) {
    const [expiry = '', , address = '', name = ''] = line.split(' ');
    if (!/^\d{1,12}$/.test(expiry) || name === '*') continue;
    if (expiry !== '0' && Number(expiry) * 1_000 < now) continue;
    found.put(address, name);
  }
  return found.all();
}

/** Blocks `lease ADDRESS { … }`, of which the last of an address holds (dhcpd.leases(5)). */
function readDhcpd(text: string, now: number): Lease[] {
  const found = new Found();
  let address = '';
  let name = '';
  let isOver = false;
  for (const line of lines(text)) {
    const begins = /^\s*(?:lease|iaaddr)\s+(\S+)\s*\{/.exec(line);
    if (begins !== null) {
      address = begins[1]!;
      name = '';
      isOver = false;
      continue;
    }
    const [, called] = /^\s*client-hostname\s+"((?:[^"\\]|\\.)*)"\s*;/.exec(line) ?? [];
    if (called !== undefined) name = called;
    const [, ends] = /^\s*ends\s+(?:epoch\s+(?=\d)|\d\s+)([^;]+);/.exec(line) ?? [];
    if (ends !== undefined && endOf(ends) < now) isOver = true;
    const [, state] = /^\s*binding state\s+(\w+)\s*;/.exec(line) ?? [];
    if (state !== undefined && state !== 'active') isOver = true;
    if (/^\s*\}/.test(line) && address !== '') {
      // A later block of the address takes an earlier one back, also where it is over.
      if (isOver) found.remove(address);
      else found.put(address, name);
      address = '';
    }
  }
  return found.all();
}

/** `2026/11/23 10:00:00` of UTC, or seconds since 1970. */
function endOf(text: string): number {
  const parts = /^(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d)/.exec(text);
  if (parts !== null) {
    const [year, month, day, hour, minute, second] = parts.slice(1).map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    return Date.UTC(year, month - 1, day, hour, minute, second);
  }
  const seconds = /^\d{1,12}/.exec(text);
  return seconds === null ? Number.POSITIVE_INFINITY : Number(seconds[0]) * 1_000;
}

/** A table with a head; `state` 0 is in force. Commas within a value are written `&#x2c` (Kea's reference, memfile). */
function readKea(text: string, now: number): Lease[] {
  const found = new Found();
  let heads: readonly string[] | undefined;
  for (const line of lines(text)) {
    const values = line.split(',');
    if (heads === undefined) {
      heads = values;
      continue;
    }
    const value = (head: string) => values[heads!.indexOf(head)] ?? '';
    const address = value('address');
    const expire = Number(value('expire') || 'NaN');
    const isOver = (value('state') || '0') !== '0' || expire * 1_000 < now;
    if (isOver) found.remove(address);
    else found.put(address, value('hostname').replaceAll(/&#x2c/gi, ','));
  }
  return found.all();
}

function* lines(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const until = end === -1 ? text.length : end;
    // A line that is longer than any lease is none.
    if (until - from <= 4_000) yield text.slice(from, until).replace(/\r$/, '');
    from = until + 1;
  }
}

/** Leases by address; the last word on one holds. */
class Found {
  readonly #leases = new Map<string, string>();

  put(address: string, name: string): void {
    const plain = plainAddress(address);
    const called = clientName(name);
    if (plain === undefined) return;
    if (called === undefined) this.#leases.delete(plain);
    else if (this.#leases.has(plain) || this.#leases.size < mostLeases) this.#leases.set(plain, called);
  }

  remove(address: string): void {
    const plain = plainAddress(address);
    if (plain !== undefined) this.#leases.delete(plain);
  }

  all(): Lease[] {
    return [...this.#leases].map(([address, name]) => ({ address, name }));
  }
}

function plainAddress(text: string): string | undefined {
  return isIP(text) === 0 || text.includes('%') ? undefined : addressText(addressBytes(text));
}

/** Tells what a client calls itself, without a dot behind it; undefined if it is empty, too long, or has controls. */
export function clientName(text: string): string | undefined {
  const name = text.trim().replace(/\.$/, '');
  return name === '' || name.length > longestName || /\p{Cc}/u.test(name) ? undefined : name;
}
