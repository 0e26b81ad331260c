import { storedOctet } from '@sonde/shared/dns/names.ts';

/**
 * Writes the labels of a name in stored form, without the root label at their end; the offset after them. The name must
 * be a valid one and the buffer have room.
 */
export function writeLabels(name: string, buffer: Buffer, offset: number): number {
  if (name === '.') return offset;
  let lengthAt = offset;
  let position = offset + 1;
  for (let index = 0; index < name.length; index++) {
    let code = name.charCodeAt(index);
    if (code === 0x2e) {
      buffer[lengthAt] = position - lengthAt - 1;
      lengthAt = position++;
      continue;
    }
    if (code === 0x5c) {
      const next = name.charCodeAt(index + 1);
      const numeric = next >= 0x30 && next <= 0x39;
      code = numeric ? Number(name.slice(index + 1, index + 4)) : next;
      index += numeric ? 3 : 1;
    }
    buffer[position++] = code;
  }
  buffer[lengthAt] = position - lengthAt - 1;
  return position;
}

/** Writes a whole name in wire format, uncompressed. */
export function wireName(name: string): Buffer {
  const buffer = Buffer.alloc(256);
  return buffer.subarray(0, writeLabels(name, buffer, 0) + 1);
}

/**
 * Reads an uncompressed name from a question or TSIG record and returns it in stored form; undefined if it is invalid.
 * Pointers are refused: nobody who asks for a zone has a reason to send one there.
 */
export function readName(buffer: Buffer, start: number): { name: string; end: number } | undefined {
  const labels: string[] = [];
  let position = start;
  for (;;) {
    const length = buffer[position];
    if (length === undefined || length > 63 || position - start + length + 1 > 255) return undefined;
    position++;
    if (length === 0) return { name: labels.length === 0 ? '.' : labels.join('.'), end: position };
    if (position + length > buffer.length) return undefined;
    labels.push(Array.from(buffer.subarray(position, position + length), storedOctet).join(''));
    position += length;
  }
}

/** Skips a name that may end in a pointer and returns the offset after it; undefined if it runs out of the message. */
export function skipName(buffer: Buffer, start: number): number | undefined {
  let position = start;
  for (;;) {
    const length = buffer[position];
    if (length === undefined || position - start > 255) return undefined;
    if (length >= 0xc0) return position + 2 <= buffer.length ? position + 2 : undefined;
    if (length > 63) return undefined;
    position += length + 1;
    if (length === 0) return position;
  }
}
