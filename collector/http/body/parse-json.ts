import { HttpError } from '../http-error.ts';

/** Levels of arrays and objects within each other, at most. */
const maxDepth = 64;
/** Escapes that may stand for what is no text. */
const noText = /\\u(?:0000|d[89a-f])/i;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The value of JSON bytes. Throws an answer of 400 for bad UTF-8, bad syntax, deep nesting, and
 * escapes of what is no text: NUL characters and halves of surrogate pairs.
 */
export function parseJson(bytes: Buffer): unknown {
  const text = decode(bytes);
  if (isTooDeep(text)) throw malformed(`The body is nested more than ${maxDepth} levels deep.`);
  try {
    return text.includes('\\u') && noText.test(text) ? JSON.parse(text, refuseNoText) : JSON.parse(text);
  } catch (error) {
    if (error instanceof HttpError) throw error;
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

/** No text of ours holds a NUL, on which stores choke, or half a character, of which all others are the same to them. */
function refuseNoText(key: string, value: unknown): unknown {
  for (const text of [key, value]) {
    if (typeof text !== 'string') continue;
    if (text.includes('\0')) throw malformed('The body has a NUL character, which is never part of a value.');
    if (!text.isWellFormed()) throw malformed('The body has an escape of half a character.');
  }
  return value;
}

/** Counted before parsing, since what is deep costs the stack of whoever walks it later. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxDepth) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return false;
}

function malformed(message: string): HttpError {
  return new HttpError('malformed_json', message);
}
