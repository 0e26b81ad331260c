import { type BaseBlock, fromBER, type ValueBlock } from 'asn1js';
import { DerError } from './der-error.ts';

/** One element of DER (ITU-T X.690): its tag, its octets, and what is within it. */
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

/** A certificate with thousands of names has tens of thousands of elements. */
const limits = {
  maxDepth: 24,
  maxNodes: 200_000,
  maxContentLength: 4 * 1024 * 1024,
  parseEmbedded: false,
  copyInput: false,
};

const classes = { 1: 'universal', 2: 'application', 3: 'context', 4: 'private' } as const;

/**
 * Reads exactly one element. Bounded in depth and size; throws a DerError where the octets are not DER, forms that BER
 * alone allows (indefinite and padded lengths) included.
 */
export function readDer(bytes: Uint8Array): DerNode {
  const { offset, result } = decode(bytes);
  if (offset === -1) throw new DerError('The octets are no ASN.1, or are cut short.');
  if (offset !== bytes.length) throw new DerError('Octets follow the element.');
  return nodeOf(result as unknown as BaseBlock<ValueBlock>);
}

function decode(bytes: Uint8Array): ReturnType<typeof fromBER> {
  try {
    return fromBER(bytes, limits);
  } catch (error) {
    throw new DerError('The octets are no ASN.1.', { cause: error });
  }
}

function nodeOf(block: BaseBlock<ValueBlock>): DerNode {
  const { idBlock, lenBlock, valueBlock } = block;
  const bytes = block.valueBeforeDecodeView;
  const header = idBlock.blockLength + lenBlock.blockLength;
  const content = bytes.subarray(header);
  if (lenBlock.isIndefiniteForm || content.length !== lenBlock.length) {
    throw new DerError('A length is not in definite form.');
  }
  if (lenBlock.blockLength !== lengthBytes(lenBlock.length)) throw new DerError('A length is padded.');
  const constructed = idBlock.isConstructed;
  const mustBeConstructed = idBlock.tagClass === 1 && (idBlock.tagNumber === 16 || idBlock.tagNumber === 17);
  if (idBlock.tagClass === 1 && constructed !== mustBeConstructed) {
    throw new DerError('An element has the wrong form, primitive or constructed.');
  }
  const children = constructed && 'value' in valueBlock ? (valueBlock.value as BaseBlock<ValueBlock>[]) : [];
  return {
    tagClass: classes[idBlock.tagClass as keyof typeof classes] ?? 'universal',
    tag: idBlock.tagNumber,
    constructed,
    bytes,
    content,
    children: children.map(nodeOf),
  };
}

/** Octets that DER takes for a length. */
function lengthBytes(length: number): number {
  if (length < 0x80) return 1;
  let octets = 1;
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets++;
  return octets;
}
