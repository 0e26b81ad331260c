import { emptyRoot, hashBytes, nodeHash } from './merkle-hash.ts';

/** The entry bound is the number of entries that a tree may have: more than any log, and exact as a number. */
export const mostEntries = 2 ** 48;

/**
 * A tree edge is the right edge of a Merkle tree (RFC 6962 section 2.1): roots of the full subtrees that its leaves
 * fall into, the largest first. All that is needed to add leaves and to know the root; at most 48 hashes.
 */
export class TreeEdge {
  #size: number;
  readonly #hashes: Buffer[];

  /** Throws a RangeError if the hashes are not those of a tree of that size. */
  constructor(size = 0, hashes: readonly Buffer[] = []) {
    if (!Number.isSafeInteger(size) || size < 0 || size > mostEntries)
      throw new RangeError(`No tree has ${size} leaves.`);
    if (hashes.length !== ones(size) || hashes.some(({ length }) => length !== hashBytes))
      throw new RangeError(`The edge of a tree of ${size} leaves has ${ones(size)} hashes.`);
    this.#size = size;
    this.#hashes = [...hashes];
  }

  get size(): number {
    return this.#size;
  }

  get hashes(): readonly Buffer[] {
    return this.#hashes;
  }

  copy(): TreeEdge {
    return new TreeEdge(this.#size, this.#hashes);
  }

  add(leaf: Buffer): void {
    let node = leaf;
    for (let left = this.#size; left % 2 === 1; left = (left - 1) / 2)
      node = nodeHash(this.#hashes.pop()!, node);
    this.#hashes.push(node);
    this.#size++;
  }

  root(): Buffer {
    const [last, ...others] = this.#hashes.toReversed();
    return last === undefined ? emptyRoot : others.reduce((right, left) => nodeHash(left, right), last);
  }

  /** Its hashes in a row, as they are kept. */
  toBytes(): Buffer {
    return Buffer.concat(this.#hashes);
  }

  /** Throws a RangeError. */
  static fromBytes(size: number, bytes: Buffer): TreeEdge {
    const hashes: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += hashBytes) hashes.push(bytes.subarray(at, at + hashBytes));
    return new TreeEdge(size, hashes);
  }
}

/** How many bits of a number are set. */
function ones(number: number): number {
  let count = 0;
  for (let left = number; left > 0; left = Math.floor(left / 2)) count += left % 2;
  return count;
}
