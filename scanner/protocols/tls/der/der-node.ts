import { DerError } from './der-error.ts';

/** A DER node is one element of DER (ITU-T X.690): its tag, its octets, and its children. */
export interface DerNode {
  readonly tagClass: 'universal' | 'application' | 'context' | 'private';
  readonly tag: number;
  readonly constructed: boolean;
  /** Tag, length and content as they came. */
  readonly bytes: Uint8Array;
  readonly content: Uint8Array;
  /** Empty for primitive elements. */
  readonly children: readonly DerNode[];
}

const classes = ['universal', 'application', 'context', 'private'] as const;
const sequence = 16;
const set = 17;
/** Of elements within each other; a certificate has some ten. */
const maxDepth = 24;
const maxBytes = 4 * 1024 * 1024;

/**
 * Reads exactly one element. Bounded in depth and size; throws a DerError if the octets are not DER, forms that BER
 * alone allows (indefinite and padded lengths, strings in pieces) included.
 */
export function readDer(bytes: Uint8Array): DerNode {
  if (bytes.length > maxBytes) throw new DerError(`There are more than ${maxBytes} octets.`);
  const node = readElement(bytes, 0, bytes.length, 0);
  if (node.bytes.length !== bytes.length) throw new DerError('Octets follow the element.');
  return node;
}

function readElement(bytes: Uint8Array, start: number, end: number, depth: number): DerNode {
  if (depth > maxDepth) throw new DerError('Elements are nested too deep.');
  const first = bytes[start];
  // Tags above 30 take more octets; nothing that is read here has any.
  if (first === undefined || start >= end || (first & 0x1f) === 0x1f) throw new DerError('A tag is broken.');
  const { length, at } = readLength(bytes, start + 1, end);
  const behind = at + length;
  if (behind > end) throw new DerError('An element is cut short.');
  const tagClass = classes[first >> 6]!;
  const tag = first & 0x1f;
  const constructed = (first & 0x20) !== 0;
  if (tagClass === 'universal' && constructed !== (tag === sequence || tag === set)) {
    throw new DerError('An element has the wrong form, primitive or constructed.');
  }
  const children: DerNode[] = [];
  if (constructed) {
    for (let next = at; next < behind; ) {
      const child = readElement(bytes, next, behind, depth + 1);
      children.push(child);
      next += child.bytes.length;
    }
  }
  const content = bytes.subarray(at, behind);
  return { tagClass, tag, constructed, bytes: bytes.subarray(start, behind), content, children };
}

/** The length, and where the content begins. */
function readLength(bytes: Uint8Array, start: number, end: number): { length: number; at: number } {
  const first = bytes[start];
  if (first === undefined || start >= end) throw new DerError('An element is cut short.');
  if (first < 0x80) return { length: first, at: start + 1 };
  const octets = first & 0x7f;
  if (octets === 0) throw new DerError('A length is not in definite form.');
  if (octets > 4 || start + octets >= end) throw new DerError('A length is too long, or cut short.');
  let length = 0;
  for (let index = 1; index <= octets; index++) length = length * 256 + bytes[start + index]!;
  if (length < 0x80 || bytes[start + 1] === 0) throw new DerError('A length is padded.');
  return { length, at: start + 1 + octets };
}
