import { isIPv4, isIPv6 } from 'node:net';
import { serviceKeyNames } from '../dns/service-keys.ts';
import { addressBytes } from '../net/address.ts';
import { textOctets } from './octets.ts';

const keys: readonly string[] = serviceKeyNames;

/** SvcParams of SVCB and HTTPS (RFC 9460 section 2.1, RFC 9461) in the order of their keys; undefined where one is unsound. */
export function encodeParameters(words: readonly string[]): Buffer | undefined {
  const parameters = new Map<number, Buffer>();
  for (const word of words) {
    const [, name = '', value] = /^([a-z0-9-]+)(?:=(.*))?$/s.exec(word) ?? [];
    const key = keyNumber(name);
    const encoded = key === undefined ? undefined : encodeValue(key, value?.replace(/^"|"$/g, ''));
    if (key === undefined || encoded === undefined || parameters.has(key)) return undefined;
    parameters.set(key, encoded);
  }
  const ordered = [...parameters].toSorted(([one], [other]) => one - other);
  return Buffer.concat(ordered.flatMap(([key, value]) => [uint16(key), uint16(value.length), value]));
}

function keyNumber(name: string): number | undefined {
  const known = keys.indexOf(name);
  if (known >= 0) return known;
  const digits = /^key(0|[1-9][0-9]{0,4})$/.exec(name)?.[1];
  return digits !== undefined && Number(digits) < 65_536 ? Number(digits) : undefined;
}

function encodeValue(key: number, value: string | undefined): Buffer | undefined {
  if (value === undefined) return key === 2 || key === 8 || key > 8 ? Buffer.alloc(0) : undefined;
  switch (key) {
    case 0: {
      const numbers = value.split(',').map(keyNumber);
      if (numbers.includes(undefined)) return undefined;
      return Buffer.concat((numbers as number[]).toSorted((one, other) => one - other).map(uint16));
    }
    case 1: {
      const protocols = commaList(value);
      const octets = protocols?.every(({ length }) => length > 0 && length < 256) ? protocols : undefined;
      return (
        octets && Buffer.concat(octets.flatMap((protocol) => [Uint8Array.of(protocol.length), protocol]))
      );
    }
    case 3:
      return /^[0-9]{1,5}$/.test(value) && Number(value) < 65_536 ? uint16(Number(value)) : undefined;
    case 4: {
      const addresses = value.split(',');
      return addresses.every(isIPv4)
        ? Buffer.concat(addresses.map((address) => addressBytes(address).subarray(12)))
        : undefined;
    }
    case 5:
      return Buffer.from(value, 'base64');
    case 6: {
      const addresses = value.split(',');
      return addresses.every(isIPv6) ? Buffer.concat(addresses.map(addressBytes)) : undefined;
    }
    default:
      return textOctets(value);
  }
}

/** RFC 9460 appendix A.1: escapes are undone first, then `\,` and `\\` of the list. */
function commaList(value: string): Buffer[] | undefined {
  const octets = textOctets(value);
  if (octets === undefined) return undefined;
  const items: number[][] = [[]];
  for (let at = 0; at < octets.length; at++) {
    if (octets[at] === 0x2c) items.push([]);
    else {
      if (octets[at] === 0x5c) at++;
      items.at(-1)!.push(octets[at] ?? 0x5c);
    }
  }
  return items.map((item) => Buffer.from(item));
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
