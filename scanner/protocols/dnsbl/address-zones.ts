import { isIPv4 } from 'node:net';
import { addressBytes } from '@sonde/shared/net/address.ts';

/**
 * A zone kind states the meaning of a zone's entries: an address sends spam, attacks, or, by policy, ought to send no
 * mail itself.
 */
export type ZoneKind = 'mail' | 'abuse' | 'policy';

/** Zones that say something else than that an address sends spam. */
const kinds: Readonly<Record<string, ZoneKind>> = {
  'bl.blocklist.de': 'abuse',
  'dnsbl-2.uceprotect.net': 'policy',
  'dnsbl-3.uceprotect.net': 'policy',
  'ips.backscatterer.org': 'policy',
};

/** Codes that are a policy rather than an abuse: Spamhaus's PBL. */
const policyCodes = ['127.0.0.10', '127.0.0.11'];

export function kindOf(zone: string, codes: readonly string[]): ZoneKind {
  const isPolicy = zone.endsWith('spamhaus.net') || zone.endsWith('spamhaus.org');
  if (isPolicy && codes.length > 0 && codes.every((code) => policyCodes.includes(code))) return 'policy';
  return kinds[zone] ?? 'mail';
}

/** Writes an address as lists have it: backwards by octets, of IPv6 by nibbles (RFC 5782 sections 2.1 and 2.4). */
export function reversedAddress(address: string): string {
  if (isIPv4(address)) return address.split('.').reverse().join('.');
  return [...addressBytes(address).toString('hex')].reverse().join('.');
}

/** Writes an address's name in the tree of reverse names (RFC 1035 section 3.5, RFC 3596 section 2.5). */
export function reverseName(address: string): string {
  return `${reversedAddress(address)}.${isIPv4(address) ? 'in-addr' : 'ip6'}.arpa`;
}
