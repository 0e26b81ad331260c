import { isIP, isIPv4 } from 'node:net';

const dot = 0x2e;
const zero = 0x30;

/**
 * Reads the 16 bytes of an address in network order, an IPv4 address as `::ffff:a.b.c.d` (RFC 4291 section 2.5.5.2).
 * Throws a RangeError if the text is no address.
 */
export function addressBytes(text: string): Buffer {
  const version = isIP(text);
  if (version === 0 || text.includes('%')) throw new RangeError(`not an IP address: ${text.slice(0, 64)}`);
  const bytes = Buffer.alloc(16);
  if (version === 4) {
    bytes.writeUInt16BE(0xffff, 10);
    writeIpv4(text, bytes, 12);
    return bytes;
  }
  const [head = '', tail] = text.split('::');
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  left.forEach((group, index) => {
    bytes.writeUInt16BE(group, index * 2);
  });
  right.forEach((group, index) => {
    bytes.writeUInt16BE(group, 16 - (right.length - index) * 2);
  });
  return bytes;
}

/** Logs have millions of addresses: no list is made for each. The text is known to be one. */
function writeIpv4(text: string, bytes: Buffer, at: number): void {
  let octet = 0;
  let to = at;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === dot) {
      bytes[to++] = octet;
      octet = 0;
    } else octet = octet * 10 + code - zero;
  }
  bytes[to] = octet;
}

/** Writes the text of 16 address bytes: dotted for IPv4-mapped ones, else as RFC 5952 writes it. */
export function addressText(bytes: Uint8Array, offset = 0): string {
  if (isMapped(bytes, offset)) {
    return `${bytes[offset + 12]}.${bytes[offset + 13]}.${bytes[offset + 14]}.${bytes[offset + 15]}`;
  }
  return ipv6Text(bytes, offset);
}

/** Writes the RFC 5952 text of 16 bytes, whatever they hold. */
export function ipv6Text(bytes: Uint8Array, offset = 0): string {
  const words: number[] = [];
  for (let index = 0; index < 8; index++) {
    words.push((bytes[offset + index * 2]! << 8) | bytes[offset + index * 2 + 1]!);
  }
  const run = longestZeroRun(words);
  if (run.length < 2) return words.map((word) => word.toString(16)).join(':');
  const head = words.slice(0, run.start).map((word) => word.toString(16));
  const tail = words.slice(run.start + run.length).map((word) => word.toString(16));
  return `${head.join(':')}::${tail.join(':')}`;
}

function isMapped(bytes: Uint8Array, offset: number): boolean {
  for (let index = 0; index < 10; index++) if (bytes[offset + index] !== 0) return false;
  return bytes[offset + 10] === 0xff && bytes[offset + 11] === 0xff;
}

function longestZeroRun(words: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  let start = 0;
  for (let index = 0; index <= words.length; index++) {
    if (words[index] === 0) continue;
    if (index - start > best.length) best = { start, length: index - start };
    start = index + 1;
  }
  return best;
}

function groups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!isIPv4(group)) return [Number.parseInt(group, 16)];
    const [a, b, c, d] = group.split('.').map(Number) as [number, number, number, number];
    return [(a << 8) | b, (c << 8) | d];
  });
}
