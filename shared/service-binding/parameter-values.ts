import { ipv6Text } from '../net/address.ts';

/** Reads the keys of `mandatory`; undefined if the value is cut short. */
export function readKeys(value: Uint8Array): number[] | undefined {
  if (value.length % 2 !== 0) return undefined;
  return Array.from(
    { length: value.length / 2 },
    (_, index) => (value[index * 2]! << 8) | value[index * 2 + 1]!,
  );
}

/** Reads the protocols of `alpn`, as octets; undefined if the list is broken. */
export function readProtocols(value: Uint8Array): Uint8Array[] | undefined {
  const result: Uint8Array[] = [];
  for (let at = 0; at < value.length; ) {
    const length = value[at]!;
    if (length === 0 || at + 1 + length > value.length) return undefined;
    result.push(value.subarray(at + 1, at + 1 + length));
    at += 1 + length;
  }
  return result.length === 0 ? undefined : result;
}

/** Writes protocols as text: octets that are not printable ASCII, and backslashes, as `\DDD`. */
export function protocolNames(value: Uint8Array): string[] {
  return (readProtocols(value) ?? []).map((octets) => [...octets].map(protocolCharacter).join(''));
}

function protocolCharacter(octet: number): string {
  if (octet < 0x21 || octet > 0x7e || octet === 0x5c) return `\\${String(octet).padStart(3, '0')}`;
  return String.fromCharCode(octet);
}

export function ipv4Hints(value: Uint8Array): string[] {
  return slices(value, 4).map((octets) => octets.join('.'));
}

export function ipv6Hints(value: Uint8Array): string[] {
  return slices(value, 16).map((octets) => ipv6Text(octets));
}

function slices(value: Uint8Array, width: number): Uint8Array[] {
  return Array.from({ length: Math.floor(value.length / width) }, (_, index) =>
    value.subarray(index * width, index * width + width),
  );
}
