import { isIPv4, isIPv6 } from 'node:net';
import { recordTypeNumber } from '../dns/record-types.ts';
import { addressBytes } from '../net/address.ts';
import { type Field, fieldsOf } from './data-fields.ts';
import { base32Octets, textOctets, typeBitmap } from './octets.ts';
import { encodeParameters } from './service-parameters.ts';
import type { Token } from './tokens.ts';
import { wireNameOf } from './wire-name-of.ts';
import { algorithmNumber, periodSeconds, timeSeconds } from './words.ts';

const maxDataBytes = 0xffff;

/** A record's data in wire format; undefined where the words are not what the type demands. */
export function encodeData(type: number, tokens: readonly Token[], origin: string): Buffer | undefined {
  const words = [...tokens];
  if (words[0]?.text === '\\#' && !words[0].quoted) return generic(words.slice(1));
  const parts: Uint8Array[] = [];
  const fields = fieldsOf(type);
  if (fields === undefined) return undefined;
  for (const field of fields) {
    const part = encodeField(field, words, origin);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  const data = Buffer.concat(parts);
  return words.length === 0 && data.length <= maxDataBytes ? data : undefined;
}

/** RFC 3597 section 5: the count of octets, and the octets in hexadecimal. */
function generic([length, ...digits]: readonly Token[]): Buffer | undefined {
  const data = hex(digits.map(({ text }) => text).join(''));
  return data !== undefined && length?.text === String(data.length) ? data : undefined;
}

/** Takes the words of one field away and returns its octets. */
function encodeField(field: Field, words: Token[], origin: string): Uint8Array | undefined {
  switch (field) {
    case 'types': {
      const types = words.splice(0).map(({ text }) => recordTypeNumber(text));
      return types.includes(undefined) ? undefined : typeBitmap(types as number[]);
    }
    case 'strings': {
      const strings = words.splice(0).map(({ text }) => characterString(text));
      return strings.length === 0 || strings.includes(undefined)
        ? undefined
        : Buffer.concat(strings as Buffer[]);
    }
    case 'hex':
      return hex(rest(words));
    case 'base64':
      return base64(rest(words));
    case 'parameters':
      return encodeParameters(words.splice(0).map(({ text }) => text));
    default: {
      const word = words.shift();
      return word === undefined ? undefined : encodeWord(field, word.text, origin);
    }
  }
}

function encodeWord(field: Field, text: string, origin: string): Uint8Array | undefined {
  switch (field) {
    case 'name':
      return wireNameOf(text, origin);
    case 'uint8':
      return number(text, 1);
    case 'uint16':
      return number(text, 2);
    case 'uint32':
      return number(text, 4);
    case 'period':
      return number(String(periodSeconds(text) ?? ''), 4);
    case 'time':
      return number(String(timeSeconds(text) ?? ''), 4);
    case 'type':
      return number(String(recordTypeNumber(text) ?? ''), 2);
    case 'algorithm':
      return number(String(algorithmNumber(text) ?? ''), 1);
    case 'ipv4':
      return isIPv4(text) ? addressBytes(text).subarray(12) : undefined;
    case 'ipv6':
      return isIPv6(text) && !text.includes('%') ? addressBytes(text) : undefined;
    case 'string':
      return characterString(text);
    case 'octets':
      return textOctets(text);
    case 'salt':
      return text === '-' ? Uint8Array.of(0) : withLength(hex(text));
    case 'hash':
      return withLength(base32Octets(text));
    default:
      return undefined;
  }
}

function number(text: string, bytes: number): Buffer | undefined {
  if (!/^[0-9]{1,10}$/.test(text) || Number(text) >= 2 ** (8 * bytes)) return undefined;
  const result = Buffer.alloc(bytes);
  result.writeUIntBE(Number(text), 0, bytes);
  return result;
}

function characterString(text: string): Buffer | undefined {
  return withLength(textOctets(text));
}

function withLength(octets: Buffer | undefined): Buffer | undefined {
  if (octets === undefined || octets.length > 255) return undefined;
  return Buffer.concat([Uint8Array.of(octets.length), octets]);
}

function rest(words: Token[]): string {
  return words
    .splice(0)
    .map(({ text }) => text)
    .join('');
}

function hex(text: string): Buffer | undefined {
  return /^(?:[0-9a-f]{2})*$/i.test(text) ? Buffer.from(text, 'hex') : undefined;
}

function base64(text: string): Buffer | undefined {
  return /^[0-9a-z+/]*={0,2}$/i.test(text) ? Buffer.from(text, 'base64') : undefined;
}
