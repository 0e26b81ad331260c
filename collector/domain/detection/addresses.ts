/**
 * The scope of an address states whether 16 address bytes (IPv4 mapped) are public or private. `null`: 0.0.0.0, ::,
 * loopback, as blockers answer.
 */
export type AddressScope = 'public' | 'private' | 'null';

/**
 * Finds the scope of an address; private are RFC 1918, link-local, RFC 6598 and unique local addresses (RFC 4193). Behind the
 * prefixes of NAT64 it is that of the IPv4 address.
 */
export function addressScope(bytes: Uint8Array, start = 0): AddressScope {
  if (isMapped(bytes, start)) return v4Scope(bytes[start + 12]!, bytes[start + 13]!);
  const translated = translatedV4(bytes, start);
  if (translated !== -1) return v4Scope(translated >>> 24, (translated >>> 16) & 0xff);
  if (isNullV6(bytes, start)) return 'null';
  const first = bytes[start]!;
  const second = bytes[start + 1]!;
  if ((first & 0xfe) === 0xfc || (first === 0xfe && (second & 0xc0) === 0x80)) return 'private';
  return 'public';
}

/** Tells whether an address is in 0.0.0.0/8 or is ::. */
export function isUnspecified(bytes: Uint8Array, start = 0): boolean {
  return isMapped(bytes, start) ? bytes[start + 12] === 0 : bytes[start + 15] === 0;
}

function v4Scope(first: number, second: number): AddressScope {
  if (first === 0 || first === 127) return 'null';
  if (first === 10 || (first === 172 && (second & 0xf0) === 16) || (first === 192 && second === 168))
    return 'private';
  if ((first === 169 && second === 254) || (first === 100 && (second & 0xc0) === 64)) return 'private';
  return 'public';
}

/**
 * Reads the IPv4 address that one of NAT64 stands for, as 32 bits, or -1: behind the well-known prefix 64:ff9b::/96 (RFC 6052
 * section 2.1) and within 64:ff9b:1::/48, which networks take prefixes of their own from (RFC 8215), of 96 or 48 bits.
 */
export function translatedV4(bytes: Uint8Array, start: number): number {
  if (bytes[start + 1] !== 0x64 || bytes[start] !== 0) return -1;
  if (bytes[start + 2] !== 0xff || bytes[start + 3] !== 0x9b || bytes[start + 4] !== 0) return -1;
  const last = uint32At(bytes, start + 12);
  // An octet of zero lies between the halves (RFC 6052 section 2.2).
  if (bytes[start + 5] === 1)
    return last !== 0
      ? last
      : ((uint32At(bytes, start + 6) & 0xffff_0000) | (uint32At(bytes, start + 9) >>> 16)) >>> 0;
  for (let index = start + 5; index < start + 12; index++) if (bytes[index] !== 0) return -1;
  return last;
}

/** Four octets as 32 bits, the first one highest. */
export function uint32At(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;
}

export function isMapped(bytes: Uint8Array, start = 0): boolean {
  for (let index = start; index < start + 10; index++) if (bytes[index] !== 0) return false;
  return bytes[start + 10] === 0xff && bytes[start + 11] === 0xff;
}

function isNullV6(bytes: Uint8Array, start: number): boolean {
  for (let index = start; index < start + 15; index++) if (bytes[index] !== 0) return false;
  return bytes[start + 15]! <= 1;
}
