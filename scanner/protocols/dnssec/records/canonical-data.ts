import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { embeddedNames } from '@sonde/shared/record-data/embedded-names.ts';

/**
 * Writes RDATA in canonical form: names in lower case if the type is listed in RFC 4034 section 6.2, NSEC excepted (RFC
 * 6840 section 5.1). Data that is invalid for its type stays as it is.
 */
export function canonicalData(type: number, data: Uint8Array): Uint8Array {
  const layout = type === recordTypes.NSEC ? undefined : embeddedNames(type);
  if (layout === undefined) return data;
  const result = Buffer.from(data);
  let at = 0;
  for (const part of layout) {
    if (part === 'rest') break;
    if (part === 'string') at += 1 + (result[at] ?? 0);
    else if (part !== 'name') at += part;
    else at = lowerName(result, at);
    if (at > result.length) return data;
  }
  return result;
}

function lowerName(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) {
    const end = at + 1 + bytes[at]!;
    for (let index = at + 1; index < end && index < bytes.length; index++) {
      const octet = bytes[index]!;
      if (octet >= 0x41 && octet <= 0x5a) bytes[index] = octet + 0x20;
    }
    at = end;
  }
  return at + 1;
}
