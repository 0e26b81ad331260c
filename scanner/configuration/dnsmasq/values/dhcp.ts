import { addressBytes } from '@sonde/shared/net/address.ts';
import { numberOfAddress } from './dns.ts';
import {
  cut,
  cutAll,
  isDigits,
  isHex,
  isName,
  isNumberOf16Bits,
  isTag,
  isV4,
  isV6,
  numberOf,
  shownOf,
} from './text.ts';

/** Words of a range of IPv6, and what they say of it. */
const words6 = new Map([
  ['static', 'dhcp'],
  ['ra-only', 'ra'],
  ['slaac', 'ra'],
  ['ra-names', 'ra'],
  ['ra-advrouter', 'ra'],
  ['ra-stateless', 'ra'],
  ['off-link', 'link'],
]);
const shortestPrefix = 64;
/** A range has no more parts than these; what comes after belongs to the last. */
const mostParts = 8;

/** `dhcp-range=[tag:T,][set:T,]FIRST,LAST|static[,NETMASK[,BROADCAST]][,LEASE]`, and that of IPv6. */
export function isRange(text: string): boolean {
  let rest = text;
  let isNamed = false;
  for (;;) {
    const start = /^[ .:\da-f]*/i.exec(rest)![0].length;
    const [word, after] = cut(rest);
    if (rest[start] === ',' || after === undefined) break;
    if (!isTag(word)) {
      if (isNamed) return false;
      isNamed = true;
    }
    rest = after;
  }
  const parts = cutAll(rest, ',', mostParts);
  const [first = '', second] = parts;
  if (second === undefined) return false;
  if (isV4(first)) return isRange4(first, second, parts);
  return isV6(first) && isRange6(first, parts);
}

function isRange4(first: string, second: string, parts: readonly string[]): boolean {
  const isWord = second === 'static' || second === 'proxy';
  if (!isWord && !isV4(second)) return false;
  let at = 2;
  const mask = parts[at];
  if (mask !== undefined && isV4(mask)) {
    at++;
    const difference = numberOfAddress(first) ^ numberOfAddress(isWord ? first : second);
    if ((difference & numberOfAddress(mask)) !== 0) return false;
    if (isV4(parts[at] ?? '')) at++;
  }
  return isLease(parts, at);
}

function isRange6(first: string, parts: readonly string[]): boolean {
  let at = 1;
  let last = first;
  let isAnnounced = false;
  let isTemplate = false;
  for (; at < parts.length; at++) {
    const part = parts[at]!;
    if (words6.has(part)) isAnnounced ||= words6.get(part) === 'ra';
    else if (at === 1 && isV6(part)) last = part;
    else if (part.startsWith('constructor:')) isTemplate = true;
    else break;
  }
  let length = shortestPrefix;
  const bits = parts[at];
  if (bits !== undefined && /^\d*$/.test(bits) && numberOf(bits) <= 128) {
    length = numberOf(bits);
    at++;
  }
  if (length < shortestPrefix || (length > shortestPrefix && (isAnnounced || isTemplate))) return false;
  if (!isSameNetwork(first, last, length)) return false;
  return isLease(parts, at);
}

function isSameNetwork(one: string, other: string, length: number): boolean {
  const [first, second] = [one, other].map((text) => BigInt(`0x${addressBytes(text).toString('hex')}`));
  return (first! ^ second!) >> BigInt(128 - length) === 0n;
}

/** The time of a lease stands last. */
function isLease(parts: readonly string[], at: number): boolean {
  const lease = parts[at];
  if (lease === undefined) return true;
  if (at !== parts.length - 1) return false;
  return lease === 'infinite' || lease === 'deprecated' || /^\d*[wdhms]?$/i.test(lease);
}

/** The addresses of a `dhcp-host`, or undefined if one of its parts is nothing. */
export function addressesOfHost(text: string): readonly string[] | undefined {
  const addresses: string[] = [];
  for (const part of cutAll(text)) {
    if (part.includes('.') && !part.includes(':') && isV4(part)) addresses.push(part);
    else if (!isPartOfHost(part)) return undefined;
  }
  return addresses;
}

function isPartOfHost(part: string): boolean {
  if (part.includes(':')) {
    if (/^id:/i.test(part)) {
      const id = part.slice(3);
      return id.startsWith('*') && !id.includes(':') ? true : !id.includes(':') || isHex(id);
    }
    if (/^(?:net|set|tag):/.test(part)) return true;
    if (part.startsWith('[') && part.endsWith(']')) {
      const [address, length] = cut(part.slice(1, -1), '/');
      return isV6(address) && (length === undefined || isPrefixOf(address, length));
    }
    return isHex(part, 16);
  }
  const bare = part.length > 1 ? part.replace(/[wdhms]$/i, '') : part;
  if (/^[\d ]*$/.test(bare) || part === 'infinite' || part === 'ignore') return true;
  // The name of a host ends at its first dot.
  return part !== '.' && isName(part) && /^(?:[a-z\d][\w-]*)?(?:\.|$)/i.test(shownOf(part));
}

/** A prefix has no bits of its own beyond its length, as the server counts them. */
function isPrefixOf(address: string, length: string): boolean {
  const bits = numberOf(length);
  if (!isDigits(length) || bits < 0 || bits > 128) return false;
  const low = addressBytes(address).readBigUInt64BE(8);
  return (low & ((1n << BigInt((128 - bits) % 64)) - 1n)) === 0n;
}

/** `tag-if=set:A,tag:B`: a tag to set at least. */
export function isCondition(text: string): boolean {
  const parts = cutAll(text);
  const sets = parts.filter((part) => part.startsWith('set:'));
  return (
    sets.some((part) => part.length > 4) && parts.every((part) => part.startsWith('set:') || isTag(part))
  );
}

/** A tag, and what sets it; the vendor may stand between. */
export const isTagged = (text: string) => {
  const [, value, rest] = cutAll(text, ',', 3);
  return value !== undefined && rest === undefined;
};

export const isVendorClass = (text: string) =>
  isTagged(text) || cut(text)[1]?.startsWith('enterprise:') === true;

export const isHardware = (text: string) => {
  const [, address] = cut(text);
  return address !== undefined && isHex(shownOf(address), 16);
};

export const hasPattern = (text: string) => (cut(text)[1] ?? '') !== '';

/** Removes the tags that stand first. */
export function withoutTags(text: string): string | undefined {
  let rest: string | undefined = text;
  while (rest !== undefined && isTag(rest)) [, rest] = cut(rest) as readonly [string, string | undefined];
  return rest;
}

const bootServers = new Set(
  `x86pc pc98 ia64_efi alpha arc_x86 intel_lean_client ia32_efi x86-64_efi xscale_efi bc_efi arm32_efi arm64_efi`.split(
    ' ',
  ),
);

export function isBootService(text: string): boolean {
  const rest = withoutTags(text);
  const [system = '', menu] = rest === undefined ? [] : cut(rest);
  return menu !== undefined && (bootServers.has(shownOf(system).toLowerCase()) || isDigits(system));
}

/** `dhcp-relay=LOCAL,SERVER#PORT,INTERFACE`. */
export function isRelay(text: string): boolean {
  const [local = '', server, face] = cutAll(text, ',', 3);
  if (server === undefined) return false;
  const [address] = cut(server, '#');
  if (!isV4(local) && !isV6(local)) return true;
  if (isV4(local) ? isV4(address) : isV6(address)) return true;
  return face === undefined && !address.includes('*');
}

/** `shared-network=INTERFACE|ADDRESS,ADDRESS`. */
export function isSharedNetwork(text: string): boolean {
  const [first, second] = cut(text);
  if (second === undefined) return false;
  if (isV4(first)) return isV4(second);
  if (isV6(first)) return isV6(second);
  return isV4(second) || isV6(second);
}

/** `dhcp-duid=ENTERPRISE,OCTETS`. */
export function isDuid(text: string): boolean {
  const [enterprise, octets] = cut(text);
  return octets !== undefined && isDigits(enterprise) && isHex(shownOf(octets));
}

/** `bridge-interface=NAME,ALIAS,...`. */
export const isBridge = (text: string) => {
  const [name, alias] = cut(text);
  return alias !== undefined && name.length <= 15;
};

/** `ra-param=INTERFACE,[mtu:N,][high|low,]INTERVAL,LIFETIME`. */
export function isAnnouncement(text: string): boolean {
  let [, rest]: readonly [string, string | undefined] = cut(text);
  if (rest === undefined) return true;
  if (/^mtu:/i.test(rest)) {
    const [mtu, after]: readonly [string, string | undefined] = cut(rest);
    const value = mtu.slice(4);
    if (value === '' || (isDigits(value) && numberOf(value) < 1280)) return false;
    rest = after;
  }
  if (rest !== undefined && /^(?:high|low)/i.test(rest)) [, rest] = cut(rest);
  if (rest === undefined) return false;
  const [interval, lifetime] = cut(rest);
  return isDigits(interval) && (lifetime === undefined || isDigits(lifetime));
}

/** `dhcp-reply-delay=[tag:T,]SECONDS`. */
export function isDelay(text: string): boolean {
  const rest = withoutTags(text);
  return rest !== undefined && isDigits(rest);
}

/** `dhcp-alternate-port=PORT,PORT`. */
export const arePorts = (text: string) => cutAll(text, ',', 2).every(isNumberOf16Bits);
