/**
 * The scope of an address states whether 16 address bytes (IPv4 mapped) are public or private. `null`: 0.0.0.0, ::,
 * loopback, as blockers answer.
 */
export type AddressScope = 'public' | 'private' | 'null';

/**
 * Finds the scope of an address; private are RFC 1918, link-local, RFC 6598 and unique local addresses (RFC 4193). Behind the well-known
 * prefix of NAT64 (RFC 6052) it is that of the IPv4 address.
 */
export function addressScope(bytes: Uint8Array, start = 0): AddressScope {
  if (isMapped(bytes, start) || isTranslated(bytes, start))
    return v4Scope(bytes[start + 12]!, bytes[start + 13]!);
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

/** 64:ff9b::/96. */
function isTranslated(bytes: Uint8Array, start: number): boolean {
  if (
    bytes[start + 1] !== 0x64 ||
    bytes[start] !== 0 ||
    bytes[start + 2] !== 0xff ||
    bytes[start + 3] !== 0x9b
  )
    return false;
  for (let index = start + 4; index < start + 12; index++) if (bytes[index] !== 0) return false;
  return true;
}

export function isMapped(bytes: Uint8Array, start = 0): boolean {
  for (let index = start; index < start + 10; index++) if (bytes[index] !== 0) return false;
  return bytes[start + 10] === 0xff && bytes[start + 11] === 0xff;
}

function isNullV6(bytes: Uint8Array, start: number): boolean {
  for (let index = start; index < start + 15; index++) if (bytes[index] !== 0) return false;
  return bytes[start + 15]! <= 1;
}
