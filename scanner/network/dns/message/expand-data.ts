import { type NameWork, skipName } from '@sonde/shared/message/skip-name.ts';
import { embeddedNames } from '@sonde/shared/record-data/embedded-names.ts';

const longestName = 255;

/**
 * Writes a record's data with its names written out whole, in their letters. Undefined if a name is unsound or runs
 * over the data's end.
 */
export function expandData(
  message: Uint8Array,
  type: number,
  from: number,
  to: number,
  work: NameWork,
): Buffer | undefined {
  const layout = embeddedNames(type);
  if (layout === undefined || from === to) return Buffer.from(message.subarray(from, to));
  const parts: Uint8Array[] = [];
  let at = from;
  for (const part of layout) {
    let end: number;
    if (part === 'name') {
      end = skipName(message, 0, message.length, at, work);
      if (end < 0 || end > to) return undefined;
      parts.push(expandName(message, at));
    } else {
      end = part === 'rest' ? to : part === 'string' ? at + 1 + (message[at] ?? 0) : at + part;
      if (end > to) return undefined;
      parts.push(message.subarray(at, end));
    }
    at = end;
  }
  return at === to ? Buffer.concat(parts) : undefined;
}

/** Writes a checked name without its pointers. */
export function expandName(message: Uint8Array, at: number): Buffer {
  const name = Buffer.allocUnsafe(longestName);
  let size = 0;
  let position = at;
  for (let length = message[position]!; length !== 0; length = message[position]!) {
    if (length >= 0xc0) {
      position = ((length & 0x3f) << 8) | message[position + 1]!;
      continue;
    }
    for (const end = position + length + 1; position < end; position++) name[size++] = message[position]!;
  }
  name[size++] = 0;
  return name.subarray(0, size);
}
