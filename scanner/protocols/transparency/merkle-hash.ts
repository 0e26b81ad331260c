import { hash } from 'node:crypto';

export const hashBytes = 32;

/** The empty root is the root of a tree without leaves (RFC 6962 section 2.1). */
export const emptyRoot: Buffer = hash('sha256', '', 'buffer');

/** What is hashed of a leaf before its TimestampedEntry: the mark of leaves, version 1, and the one type of leaf (RFC 6962 section 3.4). */
const leafHead = Buffer.from([0, 0, 0]);
const pair = Buffer.alloc(1 + 2 * hashBytes, 1);
/** Overwritten at each call: making room for each leaf would cost more than its hash. */
const scratch = Buffer.alloc(16_384);

/** Computes the hash of a leaf, of the octets of its TimestampedEntry. */
export function leafHash(timestampedEntry: Uint8Array): Buffer {
  const length = leafHead.length + timestampedEntry.length;
  if (length > scratch.length) return hash('sha256', Buffer.concat([leafHead, timestampedEntry]), 'buffer');
  leafHead.copy(scratch);
  scratch.set(timestampedEntry, leafHead.length);
  return hash('sha256', scratch.subarray(0, length), 'buffer');
}

/** Computes the hash of a node above two others. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  pair.set(left, 1);
  pair.set(right, 1 + hashBytes);
  return hash('sha256', pair, 'buffer');
}
