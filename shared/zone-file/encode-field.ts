import { isIPv4, isIPv6 } from 'node:net';
import { recordTypeNumber } from '../dns/record-types.ts';
import { addressBytes } from '../net/address.ts';
import { readParameters } from '../service-binding/read-parameters.ts';
import type { Field } from './data-fields.ts';
import type { DataWords } from './data-words.ts';
import { encodeGateway, encodeRelay } from './encode-gateway.ts';
import { encodeLocation } from './encode-location.ts';
import {
  atmOctets,
  encodeA6,
  encodeOldTypes,
  encodePrefixes,
  encodeServices,
  nsapOctets,
} from './encode-old-types.ts';
import { base32Octets, base64Octets, hexOctets, textOctets, typeBitmap } from './octets.ts';
import { wireNameOf } from './wire-name-of.ts';
import { algorithmNumber, certificateType, periodSeconds, timeSeconds } from './words.ts';

type Octets = Uint8Array | undefined;

/** Fields of one word. */
const ofWord: Partial<Record<Field, (text: string, origin: string) => Octets>> = {
  name: wireNameOf,
  uint8: (text) => number(text, 1),
  uint16: (text) => number(text, 2),
  uint32: (text) => number(text, 4),
  uint64,
  period: (text) => known(periodSeconds(text), 4),
  time: (text) => known(timeSeconds(text), 4),
  type: (text) => known(recordTypeNumber(text), 2),
  algorithm: (text) => known(algorithmNumber(text), 1),
  'certificate type': (text) => known(certificateType(text), 2),
  // RFC 9859 section 2.1 knows one scheme.
  scheme: (text) => (text.toUpperCase() === 'NOTIFY' ? Uint8Array.of(1) : number(text, 1)),
  ipv4: (text) => (isIPv4(text) ? addressBytes(text).subarray(12) : undefined),
  ipv6: (text) => (isIPv6(text) && !text.includes('%') ? addressBytes(text) : undefined),
  string: characterString,
  digits: (text) => (/^[0-9]{4,255}$/.test(text) ? characterString(text) : undefined),
  octets: textOctets,
  salt: (text) => (text === '-' ? Uint8Array.of(0) : withLength(hexOctets(text))),
  hash: (text) => withLength(base32Octets(text)),
  nsap: nsapOctets,
  atm: atmOctets,
  eui48: (text) => hexGroups(text, /^(?:[0-9a-f]{2}-){5}[0-9a-f]{2}$/i, '-', 2),
  eui64: (text) => hexGroups(text, /^(?:[0-9a-f]{2}-){7}[0-9a-f]{2}$/i, '-', 2),
  locator: (text) => hexGroups(text, /^(?:[0-9a-f]{1,4}:){3}[0-9a-f]{1,4}$/i, ':', 4),
};

/** Fields of several, or of as many as there are. */
const ofWords: Partial<Record<Field, (words: DataWords) => Octets>> = {
  names: (words) => concat(words.each((text) => wireNameOf(text, words.origin))),
  types: (words) => {
    const types = words.each(recordTypeNumber);
    return types && typeBitmap(types);
  },
  strings: (words) => (words.left === 0 ? undefined : concat(words.each(characterString))),
  'optional string': (words) => (words.left === 0 ? Buffer.alloc(0) : characterString(words.next()!)),
  hex: (words) => (words.left === 0 ? undefined : hexOctets(words.joined())),
  base64: (words) => (words.left === 0 ? undefined : base64Octets(words.joined())),
  'optional base64': (words) => base64Octets(words.joined()),
  document: (words) => {
    if (words.at(4) === '-' && words.left === 1) {
      words.next();
      return Buffer.alloc(0);
    }
    return words.left === 0 ? undefined : base64Octets(words.joined());
  },
  parameters: (words) => {
    const parameters = readParameters(words.each((text) => text)!);
    return concat(parameters.flatMap(({ key, value }) => [uint(key, 2), uint(value.length, 2), value]));
  },
  'old types': encodeOldTypes,
  location: encodeLocation,
  services: encodeServices,
  prefixes: encodePrefixes,
  'address with prefix': encodeA6,
  gateway: encodeGateway,
  relay: encodeRelay,
  'host identity': hostIdentity,
};

/** Takes the words of one field and returns its octets; undefined if they are invalid. Throws a ServiceBindingError. */
export function encodeField(field: Field, words: DataWords): Octets {
  const several = ofWords[field];
  if (several !== undefined) return several(words);
  const word = words.next();
  return word === undefined ? undefined : ofWord[field]!(word, words.origin);
}

/** HIP (RFC 8005 section 6): algorithm, tag and key, each one word; on the wire the lengths stand before both. */
function hostIdentity(words: DataWords): Octets {
  const algorithm = number(words.next() ?? '', 1);
  const tag = algorithm && hexOctets(words.next() ?? '');
  const key = tag && base64Octets(words.next() ?? '');
  if (!algorithm || !tag || !key || tag.length === 0 || tag.length > 255 || key.length === 0)
    return undefined;
  return Buffer.concat([Uint8Array.of(tag.length), algorithm, uint(key.length, 2), tag, key]);
}

function concat(parts: readonly Uint8Array[] | undefined): Octets {
  return parts && Buffer.concat(parts);
}

function number(text: string, bytes: number): Buffer | undefined {
  return /^[0-9]{1,10}$/.test(text) ? known(Number(text), bytes) : undefined;
}

function known(value: number | undefined, bytes: number): Buffer | undefined {
  return value === undefined || value >= 2 ** (8 * bytes) ? undefined : uint(value, bytes);
}

function uint(value: number, bytes: number): Buffer {
  const result = Buffer.alloc(bytes);
  result.writeUIntBE(value, 0, bytes);
  return result;
}

function uint64(text: string): Octets {
  if (!/^[0-9]{1,20}$/.test(text) || BigInt(text) >= 1n << 64n) return undefined;
  const result = Buffer.alloc(8);
  result.writeBigUInt64BE(BigInt(text));
  return result;
}

function characterString(text: string): Octets {
  return withLength(textOctets(text));
}

function withLength(octets: Buffer | undefined): Octets {
  if (octets === undefined || octets.length > 255) return undefined;
  return Buffer.concat([Uint8Array.of(octets.length), octets]);
}

function hexGroups(text: string, form: RegExp, separator: string, width: number): Octets {
  if (!form.test(text)) return undefined;
  const groups = text.split(separator).map((group) => group.padStart(width, '0'));
  return Buffer.from(groups.join(''), 'hex');
}
