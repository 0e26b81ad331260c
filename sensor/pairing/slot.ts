import { offsets } from '@sonde/shared/batch/row-layout.ts';

/**
 * A slot of this many bytes holds a waiting transaction. A slot begins as the fixed columns of its row do
 * (`shared/batch/row-layout.ts`), so that writing the row is a copy.
 */
export const slotBytes = 384;
export const slotWords = slotBytes / 4;

/**
 * The word offsets are offsets into a slot, in 32-bit words. Two columns of 16 bits share a word, the first one in its
 * lower half.
 */
export const word = {
  observedAt: offsets.observedAt / 4,
  /** Outcome, transport, name service, EDNS version: a byte each, from the lowest. */
  kinds: offsets.outcome / 4,
  latency: offsets.latency / 4,
  roundTrip: offsets.tcpRoundTrip / 4,
  /** Client then server address. */
  addresses: offsets.clientAddress / 4,
  ports: offsets.clientPort / 4,
  idAndFlags: offsets.messageId / 4,
  responseFlagsAndCode: offsets.responseFlags / 4,
  typeAndClass: offsets.queryType / 4,
  sizes: offsets.querySize / 4,
  edns: offsets.ednsFlags / 4,
  answerAndAuthorityCount: offsets.answerCount / 4,
  additionalCountAndMarks: offsets.additionalCount / 4,
  responseUdpSizeAndVlan: offsets.responseUdpSize / 4,
  /** From here on, what is no part of the row: the packet's identification, from `hopsShift` on the hops that it may still take, and the length of the name. */
  identificationAndHops: 22,
  nameLength: 23,
  /** The length of the client subnet in the lowest byte, `slotFlags`, and from `innerVlanShift` on the inner VLAN tag. */
  subnetAndTags: 24,
  /** That of the origin; 0 also if copies came from several. */
  network: 25,
  /** That of the origin. */
  place: 26,
  /** The name as it stands on the wire, in lower case; its last word is filled with zeros. */
  name: 27,
} as const;
/** The row words are the words of a slot that hold the row's fixed columns. */
export const rowWords = 22;
/** The slot flags say that the query's name has capitals, and that facts of the query are kept. */
export const slotFlags = { capitals: 0x100, kept: 0x200 } as const;
export const subnetLengthMask = 0xff;
export const identificationMask = 0xffff;
export const hopsShift = 16;
/** The place of the origin: a network identifier and one more, and from this bit on the number of the interface. */
export const inputShift = 25;
export const innerVlanShift = 16;
/** The bits of the word `kinds` that hold the outcome. */
export const outcomeMask = 0xff;
/** The name offset and the subnet offset are offsets in bytes of the name, and of the client subnet option's data. */
export const nameOffset = word.name * 4;
export const subnetOffset = nameOffset + 256;

/** Reads the 64-bit integer at `at`, in microseconds. */
export function readTime(words: Int32Array, at: number): number {
  return (words[at]! >>> 0) + words[at + 1]! * 0x1_0000_0000;
}
