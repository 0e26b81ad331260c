import { ServiceBindingError } from '../service-binding/service-binding-error.ts';
import { fieldsOf, isMetaType } from './data-fields.ts';
import { DataWords } from './data-words.ts';
import { encodeField } from './encode-field.ts';
import { hexOctets } from './octets.ts';
import type { Token } from './tokens.ts';

const maxDataBytes = 0xffff;

/** A data fault states why words are no data of their type, and the first wrong word: undefined if some are missing. */
export interface DataFault {
  readonly fault: string | undefined;
  readonly token: Token | undefined;
}

/** Encodes a record's data in wire format, or states the fault of its words. */
export function encodeData(type: number, tokens: readonly Token[], origin: string): Buffer | DataFault {
  const [first] = tokens;
  if (isMetaType(type)) return { fault: 'no zone has records of this type', token: undefined };
  if (first?.text === '\\#' && !first.quoted) return generic(tokens);
  const fields = fieldsOf(type);
  if (fields === undefined) {
    return { fault: 'data of this type is written as \\# of RFC 3597 alone', token: first };
  }
  const words = new DataWords(tokens, origin);
  const parts: Uint8Array[] = [];
  for (const field of fields) {
    try {
      const part = encodeField(field, words);
      if (part === undefined) return { fault: undefined, token: words.last };
      parts.push(part);
    } catch (error) {
      if (!(error instanceof ServiceBindingError)) throw error;
      return { fault: error.message.replace(/\.$/, ''), token: words.last };
    }
  }
  if (words.left > 0) {
    words.next();
    return { fault: 'the data has more words than its type', token: words.last };
  }
  const data = Buffer.concat(parts);
  return data.length <= maxDataBytes ? data : { fault: 'the data is longer than 65535 octets', token: first };
}

/** RFC 3597 section 5: the count of octets, and the octets in hexadecimal. */
function generic([first, length, ...digits]: readonly Token[]): Buffer | DataFault {
  const data = hexOctets(digits.map(({ text }) => text).join(''));
  if (data !== undefined && length?.text === String(data.length) && data.length <= maxDataBytes) return data;
  return { fault: 'the generic data has another length than it says', token: length ?? first };
}
