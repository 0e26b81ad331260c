import { HttpError } from '../http-error.ts';
import type { JsonLimits } from '../json-limits.ts';

/** Levels of arrays and objects within each other, at most. */
const maxDepth = 64;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses JSON bytes. Throws an answer of 400 for bad UTF-8, bad syntax, deep nesting, too many members, and escapes of
 * what is no text: NUL characters and halves of surrogate pairs.
 */
export function parseJson(bytes: Buffer, { members }: Pick<JsonLimits, 'members'>): unknown {
  const text = decode(bytes);
  checkForm(text, members);
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('The body is not valid JSON.');
  }
}

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw malformed('The body is not UTF-8 text.');
  }
}

/** Looked at before parsing: what is deep costs the stack, and what has many members the time, of whoever walks it later. */
function checkForm(text: string, maxMembers: number): void {
  let depth = 0;
  let members = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 0x22: // "
        index = endOfString(text, index + 1);
        break;
      case 0x7b: // {
      case 0x5b: // [
        if (++depth > maxDepth) throw malformed(`The body is nested more than ${maxDepth} levels deep.`);
        members++;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        depth--;
        break;
      case 0x2c: // ,
        members++;
        break;
    }
  }
  if (members > maxMembers)
    throw malformed(`The body has more than ${maxMembers} members in its arrays and objects.`);
}

/** Finds the end of a string that begins there; its escapes have to stand for text. */
function endOfString(text: string, start: number): number {
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) return index;
    if (code !== 0x5c) continue;
    index++;
    if (text.charCodeAt(index) === 0x75) index = endOfEscape(text, index + 1);
  }
  return text.length;
}

/**
 * The last digit of an escape `\uXXXX`, or of the pair that it begins. No text of ours holds a NUL, on which stores choke, or
 * half a character, of which all others are the same to them.
 */
function endOfEscape(text: string, start: number): number {
  const first = text.charCodeAt(start);
  // Most begin with another digit, and their sort is known by the first two.
  if (first === 0x30) {
    if (text.startsWith('0000', start))
      throw malformed('The body has a NUL character, which no value can contain.');
  } else if ((first | 0x20) === 0x64 && hexDigit(text, start + 1) >= 8) {
    const isPair =
      hexDigit(text, start + 1) < 12 &&
      text.startsWith('\\u', start + 4) &&
      hexDigit(text, start + 6) === 13 &&
      hexDigit(text, start + 7) >= 12;
    if (!isPair) throw malformed('The body has an escape of half a character.');
    return start + 9;
  }
  return start + 3;
}

/** Minus one for what is none. */
function hexDigit(text: string, index: number): number {
  return '0123456789abcdef'.indexOf(text.charAt(index).toLowerCase() || '-');
}

function malformed(message: string): HttpError {
  return new HttpError('malformed_json', message);
}
