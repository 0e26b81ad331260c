/** What kind of place 16 address bytes name, IPv4 mapped. `null`: 0.0.0.0, ::, loopback, as blockers answer. */
export type AddressScope = 'public' | 'private' | 'null';

/** Private are RFC 1918, link-local, RFC 6598 and unique local addresses (RFC 4193). */
export function addressScope(bytes: Uint8Array): AddressScope {
  if (isMapped(bytes)) return v4Scope(bytes[12]!, bytes[13]!);
  if (bytes.every((byte, index) => byte === 0 || (index === 15 && byte === 1))) return 'null';
  if ((bytes[0]! & 0xfe) === 0xfc || (bytes[0] === 0xfe && (bytes[1]! & 0xc0) === 0x80)) return 'private';
  return 'public';
}

function v4Scope(first: number, second: number): AddressScope {
  if (first === 0 || first === 127) return 'null';
  if (first === 10 || (first === 172 && (second & 0xf0) === 16) || (first === 192 && second === 168))
    return 'private';
  if ((first === 169 && second === 254) || (first === 100 && (second & 0xc0) === 64)) return 'private';
  return 'public';
}

export function isMapped(bytes: Uint8Array): boolean {
  for (let index = 0; index < 10; index++) if (bytes[index] !== 0) return false;
  return bytes[10] === 0xff && bytes[11] === 0xff;
}
