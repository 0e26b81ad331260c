import { isIP, isIPv4 } from 'node:net';
import { InvalidInput } from '@sonde/shared/errors.ts';
import { addressBytes, addressText } from '@sonde/shared/net/address.ts';
import { hasHostBits, type Prefix, parsePrefix, prefixText } from '@sonde/shared/net/prefix.ts';

const longest = 64;

/** Reads an address in its normal form (RFC 5952); an IPv4 address within IPv6 is that address. Throws InvalidInput. */
export function addressInput(text: string, field = 'ip'): string {
  const plain = text.trim();
  const quoted = plain.slice(0, longest);
  if (plain.includes('%'))
    throw new InvalidInput(field, `"${quoted}" names a zone, which means something on one machine alone.`);
  if (plain.includes('/'))
    throw new InvalidInput(field, `"${quoted}" is a network; ranges have an operation of their own.`);
  if (isIP(plain) === 0) throw new InvalidInput(field, `"${quoted}" is no IPv4 or IPv6 address.`);
  return addressText(addressBytes(plain));
}

export function versionOf(address: string): 4 | 6 {
  return isIPv4(address) ? 4 : 6;
}

export interface RangeInput {
  readonly cidr: string;
  readonly prefix: Prefix;
  /** Addresses in it, up to 2^53. */
  readonly size: number;
}

/** Reads a network as `192.0.2.0/24`; an address alone is a network of one. Throws InvalidInput. */
export function rangeInput(text: string, field = 'cidr'): RangeInput {
  const plain = text.trim();
  const prefix = parsePrefix(plain);
  const quoted = plain.slice(0, longest);
  if (prefix === undefined)
    throw new InvalidInput(field, `"${quoted}" is no network such as 192.0.2.0/24 or 2001:db8::/120.`);
  if (hasHostBits(plain))
    throw new InvalidInput(
      field,
      `"${quoted}" has bits behind its length; the network is ${prefixText(prefix)}.`,
    );
  const size = 2 ** ((prefix.family === 4 ? 32 : 128) - prefix.length);
  return { cidr: prefixText(prefix), prefix, size };
}

/** Reads the number of an autonomous system: `64500`, `AS64500`, or `AS1.10` (RFC 5396). Throws InvalidInput. */
export function systemInput(text: string, field = 'asn'): number {
  const plain = text.trim().replace(/^AS/i, '');
  const [, high, low] = /^(\d{1,5})\.(\d{1,5})$/.exec(plain) ?? [];
  const asn =
    high !== undefined && Number(high) <= 0xffff && Number(low) <= 0xffff
      ? Number(high) * 65_536 + Number(low)
      : /^\d{1,10}$/.test(plain)
        ? Number(plain)
        : Number.NaN;
  if (!(asn >= 0 && asn <= 0xffff_ffff))
    throw new InvalidInput(field, `"${text.trim().slice(0, longest)}" is no number of an autonomous system.`);
  return asn;
}
