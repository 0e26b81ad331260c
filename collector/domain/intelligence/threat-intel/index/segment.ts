import type { Json } from '@sonde/shared/documents/canonical-json.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';

/**
 * The provenance of a source's indicators states when they were fetched and from which document, for the receipt of
 * every hit.
 */
export interface Provenance {
  /** Milliseconds since 1970; null if the source is no document that was fetched. */
  readonly fetchedAt: number | null;
  /** SHA-256 in hex of the document. */
  readonly contentHash: string | null;
}

/** A detail is the part that many indicators of a source have in common; it is kept once. */
export interface Detail {
  readonly threatType: string;
  readonly severity: Severity;
  readonly description: string | null;
}

/**
 * A segment holds the indicators of one source, packed: parallel columns and one run of key bytes. About 27 bytes
 * beside the key and its place in the index.
 */
export interface Segment {
  readonly source: string;
  /** The weight of the source's word, 0 to 1; of two that list the same, the weightier is named first. */
  readonly weight: number;
  readonly provenance: Provenance;
  readonly count: number;
  readonly keys: Uint8Array;
  /** The places at which keys begin, and behind the last one the end. */
  readonly keyStarts: Uint32Array;
  readonly hashes: Uint32Array;
  /** Key kind in the low bits, `exactFlag` and `belowFlag` above. */
  readonly kinds: Uint8Array;
  readonly rows: Uint32Array;
  readonly detailOf: Uint32Array;
  readonly details: readonly Detail[];
  /** Unix seconds, 0 if unknown; for `expiresAt`, 0 is never. */
  readonly firstSeenAt: Uint32Array;
  readonly lastSeenAt: Uint32Array;
  readonly expiresAt: Uint32Array;
  /** Extra fields of the few indicators that have them, by their number. */
  readonly extras: ReadonlyMap<number, { readonly [key: string]: Json }>;
}

/** A domain name that stands for itself alone, and one that stands for what lies below it alone (`*.name`). */
export const exactFlag = 0x80;
export const belowFlag = 0x40;
export const kindMask = 0x0f;
/** Counts the bytes of a segment, without the details, which are shared. */
export function segmentBytes(segment: Segment): number {
  return segment.keys.byteLength + 4 + segment.count * (4 + 4 + 1 + 4 + 4 + 4 + 4 + 4);
}
