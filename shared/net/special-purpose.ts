import { addressBytes } from './address.ts';
import { leadingBits, type Prefix, parsePrefix } from './prefix.ts';

/** A special network is a network that the IANA set aside (RFC 6890, RFC 8190). */
export interface SpecialNetwork {
  readonly prefix: string;
  readonly name: string;
  /** Whether it is somebody on the Internet all the same. */
  readonly isGlobal: boolean;
}

const kept = (prefix: string, name: string): SpecialNetwork => ({ prefix, name, isGlobal: false });
const open = (prefix: string, name: string): SpecialNetwork => ({ prefix, name, isGlobal: true });

/** The special networks are the special-purpose registries of IPv4 and IPv6, multicast, and reserved ranges. */
export const specialNetworks: readonly SpecialNetwork[] = [
  kept('0.0.0.0/8', 'this network (RFC 791)'),
  kept('10.0.0.0/8', 'private use (RFC 1918)'),
  kept('100.64.0.0/10', 'shared address space (RFC 6598)'),
  kept('127.0.0.0/8', 'loopback (RFC 1122)'),
  kept('169.254.0.0/16', 'link local (RFC 3927)'),
  kept('172.16.0.0/12', 'private use (RFC 1918)'),
  kept('192.0.0.0/24', 'protocol assignments (RFC 6890)'),
  kept('192.0.2.0/24', 'documentation (RFC 5737)'),
  open('192.31.196.0/24', 'AS112 (RFC 7535)'),
  open('192.52.193.0/24', 'automatic multicast tunnelling (RFC 7450)'),
  open('192.88.99.0/24', '6to4 relay anycast (RFC 7526)'),
  kept('192.168.0.0/16', 'private use (RFC 1918)'),
  open('192.175.48.0/24', 'AS112 (RFC 7534)'),
  kept('198.18.0.0/15', 'benchmarking (RFC 2544)'),
  kept('198.51.100.0/24', 'documentation (RFC 5737)'),
  kept('203.0.113.0/24', 'documentation (RFC 5737)'),
  kept('224.0.0.0/4', 'multicast (RFC 5771)'),
  kept('240.0.0.0/4', 'reserved (RFC 1112)'),
  kept('::/128', 'unspecified (RFC 4291)'),
  kept('::1/128', 'loopback (RFC 4291)'),
  kept('64:ff9b:1::/48', 'translation (RFC 8215)'),
  kept('100::/64', 'discard only (RFC 6666)'),
  kept('2001::/23', 'protocol assignments (RFC 2928)'),
  kept('2001:db8::/32', 'documentation (RFC 3849)'),
  open('2620:4f:8000::/48', 'AS112 (RFC 7534)'),
  kept('3fff::/20', 'documentation (RFC 9637)'),
  kept('5f00::/16', 'segment routing (RFC 9602)'),
  kept('fc00::/7', 'unique local (RFC 4193)'),
  kept('fe80::/10', 'link local (RFC 4291)'),
  kept('fec0::/10', 'site local, given up (RFC 3879)'),
  kept('ff00::/8', 'multicast (RFC 4291)'),
];

const parsed: readonly (SpecialNetwork & { readonly parsed: Prefix })[] = specialNetworks.map((network) => ({
  ...network,
  parsed: parsePrefix(network.prefix)!,
}));

/** Finds the special network that an address lies in, if it is nobody on the Internet; undefined for all others. */
export function specialNetworkOf(address: string): SpecialNetwork | undefined {
  const bytes = addressBytes(address);
  const isMapped =
    bytes.readUInt32BE(0) === 0 && bytes.readUInt32BE(4) === 0 && bytes.readUInt32BE(8) === 0xffff;
  const words = (isMapped ? [12] : [0, 4, 8, 12]).map((at) => bytes.readUInt32BE(at));
  return parsed.find(
    ({ isGlobal, parsed: { family, words: start, length } }) =>
      !isGlobal &&
      (family === 4) === isMapped &&
      start.every((word, at) => leadingBits(words[at]!, length - at * 32) === word),
  );
}
