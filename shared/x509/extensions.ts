import { isIP, isIPv4 } from 'node:net';
import { addressBytes } from '../net/address.ts';
import { boolean, implicit, octets, oid, sequence } from './der-writer.ts';

/** An extension as it stands in certificates and in requests for them (RFC 5280 section 4.2). */
export function extension(id: string, value: Uint8Array, critical = false): Buffer {
  return sequence(oid(id), ...(critical ? [boolean(true)] : []), octets(value));
}

/** Names that the holder of the key is reached by: host names, and addresses in their own form. */
export function subjectAltNames(names: readonly string[], critical = false): Buffer {
  const written = names.map((name) => {
    if (isIP(name) === 0) return implicit(2, Buffer.from(name, 'ascii'));
    const bytes = addressBytes(name);
    return implicit(7, isIPv4(name) ? bytes.subarray(12) : bytes);
  });
  return extension('2.5.29.17', sequence(...written), critical);
}
