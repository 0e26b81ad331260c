/**
 * Between names on the wire (RFC 1035 section 3.1), uncompressed, and the stored form of names.ts. Names in the stored form
 * are sound by construction; what does not come from there is checked where it comes in.
 */
import { storedOctet } from './names.ts';

const maxWireBytes = 255;

/** Returns the octets of each label, the leftmost first; none for the root. */
export function labelsOf(name: string): Buffer[] {
  if (name === '.') return [];
  const labels: Buffer[] = [];
  let octets: number[] = [];
  for (let index = 0; index < name.length; index++) {
    let code = name.charCodeAt(index);
    if (code === 0x2e) {
      labels.push(Buffer.from(octets));
      octets = [];
      continue;
    }
    if (code === 0x5c) {
      const digits = /^[0-9]{3}/.exec(name.slice(index + 1, index + 4))?.[0];
      code = digits === undefined ? name.charCodeAt(index + 1) : Number(digits);
      index += digits === undefined ? 1 : 3;
    }
    octets.push(code);
  }
  labels.push(Buffer.from(octets));
  return labels;
}

/** Writes the name in wire format with the final zero octet. */
export function wireName(name: string): Buffer {
  const parts: Uint8Array[] = [];
  for (const label of labelsOf(name)) parts.push(Uint8Array.of(label.length), label);
  parts.push(Uint8Array.of(0));
  return Buffer.concat(parts);
}

/** Joins these labels into a name, the leftmost first. */
export function nameOfLabels(labels: readonly Uint8Array[]): string {
  return labels.length === 0 ? '.' : labels.map(labelText).join('.');
}

/** Reads the uncompressed name at `at` and the position of its end; undefined if there is none within the bytes. */
export function readWireName(bytes: Uint8Array, at: number): { name: string; end: number } | undefined {
  const labels: Uint8Array[] = [];
  let position = at;
  for (;;) {
    const length = bytes[position];
    if (length === undefined || length > 63 || position - at >= maxWireBytes) return undefined;
    position++;
    if (length === 0) return { name: nameOfLabels(labels), end: position };
    if (position + length > bytes.length) return undefined;
    labels.push(bytes.subarray(position, position + length));
    position += length;
  }
}

function labelText(label: Uint8Array): string {
  let text = '';
  for (const octet of label) text += storedOctet(octet);
  return text;
}
