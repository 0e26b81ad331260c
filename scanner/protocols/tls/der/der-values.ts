import { DerError } from './der-error.ts';
import type { DerNode } from './der-node.ts';

/** The tags are the universal tags (ITU-T X.680 table 1). */
export const tags = {
  boolean: 1,
  integer: 2,
  bitString: 3,
  octetString: 4,
  null: 5,
  oid: 6,
  enumerated: 10,
  utf8String: 12,
  sequence: 16,
  set: 17,
  printableString: 19,
  teletexString: 20,
  ia5String: 22,
  utcTime: 23,
  generalizedTime: 24,
  visibleString: 26,
  universalString: 28,
  bmpString: 30,
} as const;

const fatal = new TextDecoder('utf-8', { fatal: true });
const utf16 = new TextDecoder('utf-16be', { fatal: true });

/** Gives the element if it has this universal tag. Throws a DerError if not. */
export function expectTag(node: DerNode | undefined, tag: number): DerNode {
  if (node === undefined || node.tagClass !== 'universal' || node.tag !== tag) {
    throw new DerError(`An element with tag ${tag} is missing.`);
  }
  return node;
}

/** Gives the elements of a SEQUENCE. Throws a DerError if it is none. */
export function sequenceItems(node: DerNode | undefined): readonly DerNode[] {
  return expectTag(node, tags.sequence).children;
}

/** Tells whether it has this context-specific tag. */
export function isContext(node: DerNode | undefined, tag: number): node is DerNode {
  return node !== undefined && node.tagClass === 'context' && node.tag === tag;
}

/** Writes the octets of an INTEGER in two's complement, in the shortest form. */
export function integerBytes(node: DerNode | undefined): Uint8Array {
  const { content } = expectTag(node, tags.integer);
  shortest(content);
  return content;
}

function shortest(content: Uint8Array): void {
  const [first, second] = content;
  if (first === undefined) throw new DerError('An integer has no octets.');
  if (second === undefined) return;
  if ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80)) {
    throw new DerError('An integer is padded.');
  }
}

/** Reads a small integer that is not negative; `content` is of an element that may be tagged otherwise. */
export function smallInteger(content: Uint8Array): number {
  shortest(content);
  if (content[0]! >= 0x80) throw new DerError('An integer is negative.');
  // More than any count or length here may be.
  if (content.length > 5) return Number.MAX_SAFE_INTEGER;
  return content.reduce((value, octet) => value * 256 + octet, 0);
}

export function booleanValue(node: DerNode | undefined): boolean {
  const { content } = expectTag(node, tags.boolean);
  if (content.length !== 1 || (content[0] !== 0 && content[0] !== 0xff))
    throw new DerError('A boolean is not DER.');
  return content[0] === 0xff;
}

/** Writes an OBJECT IDENTIFIER's content as dotted decimals. */
export function oidText(content: Uint8Array): string {
  if (content.length === 0 || content.length > 128 || content.at(-1)! >= 0x80) {
    throw new DerError('An object identifier is broken.');
  }
  const arcs: bigint[] = [];
  let value = 0n;
  let first = true;
  for (const octet of content) {
    if (first && octet === 0x80) throw new DerError('An object identifier is padded.');
    value = (value << 7n) | BigInt(octet & 0x7f);
    first = octet < 0x80;
    if (!first) continue;
    arcs.push(value);
    value = 0n;
  }
  const [head, ...rest] = arcs as [bigint, ...bigint[]];
  const top = head < 40n ? 0n : head < 80n ? 1n : 2n;
  return [top, head - top * 40n, ...rest].join('.');
}

export function oidValue(node: DerNode | undefined): string {
  return oidText(expectTag(node, tags.oid).content);
}

/** Reads a BIT STRING's content, the count of unused bits left out. */
export function bitStringBytes(content: Uint8Array): { bytes: Uint8Array; unused: number } {
  const unused = content[0];
  if (unused === undefined || unused > 7 || (content.length === 1 && unused !== 0)) {
    throw new DerError('A bit string is broken.');
  }
  const bytes = content.subarray(1);
  if (unused > 0 && (bytes.at(-1)! & ((1 << unused) - 1)) !== 0) {
    throw new DerError('Unused bits of a bit string are set.');
  }
  return { bytes, unused };
}

/** Lists the numbers of the bits that are set, in order. */
export function bitNumbers(content: Uint8Array): number[] {
  const { bytes } = bitStringBytes(content);
  const result: number[] = [];
  bytes.forEach((octet, index) => {
    for (let bit = 0; bit < 8; bit++) if ((octet & (0x80 >> bit)) !== 0) result.push(index * 8 + bit);
  });
  return result;
}

/** Reads the text of a string type; a text that its type does not allow is refused. */
export function stringText(node: DerNode): string {
  const { content } = node;
  try {
    switch (node.tag) {
      case tags.utf8String:
        return fatal.decode(content);
      case tags.bmpString:
        return utf16.decode(content);
      case tags.universalString:
        return universalText(content);
      case tags.teletexString:
        return Buffer.from(content).toString('latin1');
      default:
        return asciiText(content);
    }
  } catch (error) {
    throw error instanceof DerError ? error : new DerError('A string is broken.', { cause: error });
  }
}

/** Reads the text of an IA5String's content. */
export function asciiText(content: Uint8Array): string {
  if (content.some((octet) => octet >= 0x80)) throw new DerError('A string has octets outside ASCII.');
  return Buffer.from(content).toString('latin1');
}

function universalText(content: Uint8Array): string {
  if (content.length % 4 !== 0) throw new DerError('A string is broken.');
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  let text = '';
  for (let at = 0; at < content.length; at += 4) text += String.fromCodePoint(view.getUint32(at));
  return text;
}
