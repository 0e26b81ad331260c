import { embeddedNames } from '@sonde/shared/record-data/embedded-names.ts';

const maxNameBytes = 255;

/**
 * Finds where the name at `at` ends, which has no pointers and lies before `end`; -1 if there is none. C-DNS has names without compression
 * (RFC 8618 section 7.3.2.3): a pointer would lead into the message that is put together.
 */
export function plainNameEnd(bytes: Uint8Array, at: number, end: number): number {
  for (let place = at; place < end; ) {
    const length = bytes[place]!;
    if (length === 0) return place + 1 - at > maxNameBytes ? -1 : place + 1;
    if (length > 63) return -1;
    place += length + 1;
  }
  return -1;
}

/** Tells whether the names within a record's data have no pointers. Data that ends before is left to who reads the message. */
export function hasPlainNames(type: number, data: Uint8Array): boolean {
  let at = 0;
  for (const part of data.length === 0 ? [] : (embeddedNames(type) ?? [])) {
    if (part === 'rest') return true;
    if (part === 'name') at = plainNameEnd(data, at, data.length);
    else at += part === 'string' ? 1 + (data[at] ?? 0) : part;
    if (at < 0) return false;
    if (at > data.length) return true;
  }
  return true;
}
