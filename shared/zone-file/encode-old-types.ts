import { isIPv4, isIPv6 } from 'node:net';
import { recordTypeNumber } from '../dns/record-types.ts';
import { addressBytes } from '../net/address.ts';
import type { DataWords } from './data-words.ts';
import { wireNameOf } from './wire-name-of.ts';

const protocols: Readonly<Record<string, number>> = { icmp: 1, tcp: 6, udp: 17 };
/** The services that RFC 1123 and its time name in WKS records; any other is said by its port. */
const services: Readonly<Record<string, number>> = {
  echo: 7,
  discard: 9,
  systat: 11,
  daytime: 13,
  'ftp-data': 20,
  ftp: 21,
  ssh: 22,
  telnet: 23,
  smtp: 25,
  time: 37,
  domain: 53,
  tftp: 69,
  gopher: 70,
  finger: 79,
  http: 80,
  hostnames: 101,
  pop3: 110,
  sunrpc: 111,
  nntp: 119,
  ntp: 123,
  imap: 143,
  snmp: 161,
  https: 443,
};

/** Encodes the protocol and the bitmap of ports of WKS (RFC 1035 section 3.4.2). */
export function encodeServices(words: DataWords): Buffer | undefined {
  const protocol = numbered(words.next(), protocols, 255);
  if (protocol === undefined) return undefined;
  const ports = words.each((text) => numbered(text, services, 65_535));
  return ports && Buffer.concat([Uint8Array.of(protocol), bitmap(ports)]);
}

/** Encodes the bitmap of NXT (RFC 2535 section 5.2), which has no types beyond 127. */
export function encodeOldTypes(words: DataWords): Buffer | undefined {
  const types = words.each((text) => {
    const type = recordTypeNumber(text);
    return type !== undefined && type > 0 && type < 128 ? type : undefined;
  });
  return types?.length ? bitmap(types) : undefined;
}

/** Encodes the prefixes of APL, `1:192.0.2.0/24 !2:2001:db8::/32` (RFC 3123 section 5). */
export function encodePrefixes(words: DataWords): Buffer | undefined {
  const items = words.each((text) => {
    const [, negated, family, address = '', bits] = /^(!?)([12]):([0-9a-f.:]+)\/(\d{1,3})$/i.exec(text) ?? [];
    const octets =
      family === '1' && isIPv4(address)
        ? addressBytes(address).subarray(12)
        : family === '2' && isIPv6(address)
          ? addressBytes(address)
          : undefined;
    if (octets === undefined || Number(bits) > octets.length * 8) return undefined;
    const length = octets.findLastIndex((octet) => octet !== 0) + 1;
    const head = [0, Number(family), Number(bits), (negated === '!' ? 0x80 : 0) | length];
    return Buffer.concat([Uint8Array.from(head), octets.subarray(0, length)]);
  });
  return items && Buffer.concat(items);
}

/** Encodes A6 (RFC 2874 section 3.1): the length of the prefix, the rest of the address, and a name for the prefix. */
export function encodeA6(words: DataWords): Buffer | undefined {
  const bits = numbered(words.next(), {}, 128);
  if (bits === undefined) return undefined;
  const parts: Uint8Array[] = [Uint8Array.of(bits)];
  if (bits < 128) {
    const address = words.next();
    if (address === undefined || !isIPv6(address) || address.includes('%')) return undefined;
    const suffix = Buffer.from(addressBytes(address).subarray(Math.floor(bits / 8)));
    suffix[0]! &= 0xff >> (bits % 8);
    parts.push(suffix);
  }
  if (bits > 0) {
    const name = wireNameOf(words.next() ?? '', words.origin);
    if (name === undefined) return undefined;
    parts.push(name);
  }
  return Buffer.concat(parts);
}

/** Reads an NSAP address, `0x47.0005.80` (RFC 1706 section 7). */
export function nsapOctets(text: string): Buffer | undefined {
  const digits = /^0x([0-9a-f.]+)$/i.exec(text)?.[1]?.replaceAll('.', '');
  return digits !== undefined && digits.length > 0 && digits.length % 2 === 0
    ? Buffer.from(digits, 'hex')
    : undefined;
}

/**
 * Reads an ATM address: `39.246f00` is an end system address, `+358.400` one of E.164, as the ATM Forum lays them down.
 */
export function atmOctets(text: string): Buffer | undefined {
  const plain = text.replaceAll('.', '');
  if (/^\+\d{1,15}$/.test(plain)) return Buffer.concat([Uint8Array.of(1), Buffer.from(plain.slice(1))]);
  if (!/^(?:[0-9a-f]{2}){1,20}$/i.test(plain)) return undefined;
  return Buffer.concat([Uint8Array.of(0), Buffer.from(plain, 'hex')]);
}

function numbered(text = '', names: Readonly<Record<string, number>>, most: number): number | undefined {
  if (/^\d{1,5}$/.test(text)) return Number(text) <= most ? Number(text) : undefined;
  return Object.hasOwn(names, text.toLowerCase()) ? names[text.toLowerCase()] : undefined;
}

/** Bits from the left, as far as the last that is set. */
function bitmap(numbers: readonly number[]): Buffer {
  const highest = numbers.reduce((most, number) => Math.max(most, number), -1);
  const octets = Buffer.alloc((highest + 8) >> 3);
  for (const number of numbers) octets[number >> 3]! |= 0x80 >> (number & 7);
  return octets;
}
