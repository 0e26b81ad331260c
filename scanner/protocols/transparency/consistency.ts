import { hashBytes, nodeHash } from './merkle-hash.ts';
import { TreeEdge } from './tree-edge.ts';

/** A leaf range covers the leaves from `start` to before `end`. */
export interface LeafRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Lists the ranges of leaves whose hashes prove, in this order, that the tree of `first` leaves is the beginning of the
 * tree of `second` (RFC 6962 section 2.1.2). 0 < first < second.
 */
export function consistencyRanges(first: number, second: number): LeafRange[] {
  return steps(first, second).map(({ range }) => range);
}

/**
 * Tells whether the tree of `first` leaves and that root is the beginning of the tree of `second` leaves and the other.
 */
export function isConsistent(
  first: { readonly size: number; readonly root: Buffer },
  second: { readonly size: number; readonly root: Buffer },
  proof: readonly Buffer[],
): boolean {
  if (first.size === second.size) return proof.length === 0 && first.root.equals(second.root);
  if (first.size === 0) return proof.length === 0;
  if (first.size > second.size) return false;
  const roots = rootsOf(first.size, second.size, proof, first.root);
  if (roots === undefined) return false;
  return roots.first.equals(first.root) && roots.second.equals(second.root);
}

/**
 * Computes the edge of the tree of `first` leaves from a proof that leads to the root of the tree of `second`;
 * undefined if it does not lead there. Proofs from the first half of a tree that is a power of two leave the edge out,
 * which is its root then: no log is begun at such a place.
 */
export function provenEdge(
  first: number,
  second: { readonly size: number; readonly root: Buffer },
  proof: readonly Buffer[],
): TreeEdge | undefined {
  if (first <= 0 || first >= second.size || isPowerOfTwo(first)) return undefined;
  const roots = rootsOf(first, second.size, proof, undefined);
  if (roots === undefined || !roots.second.equals(second.root)) return undefined;
  const known = steps(first, second.size);
  const hashes = proof.filter((_hash, index) => known[index]!.range.end <= first);
  // The proof begins with the smallest subtree on the left and goes outwards.
  return new TreeEdge(first, hashes.toReversed());
}

export function isPowerOfTwo(size: number): boolean {
  // Logarithms of large numbers are rounded.
  return size > 0 && largestPowerBelow(size + 1) === size;
}

interface Step {
  readonly range: LeafRange;
  readonly side: 'start' | 'left' | 'right';
}

/** The subtrees of a proof, from the one that both trees share outwards. */
function steps(first: number, second: number): Step[] {
  const found: Step[] = [];
  let [start, end, left, isWhole] = [0, second, first, true];
  while (left !== end - start) {
    const half = start + largestPowerBelow(end - start);
    if (left <= half - start) {
      found.push({ range: { start: half, end }, side: 'right' });
      end = half;
    } else {
      found.push({ range: { start, end: half }, side: 'left' });
      left -= half - start;
      start = half;
      isWhole = false;
    }
  }
  // Where it is the first tree itself, whoever asks knows its root.
  if (!isWhole) found.push({ range: { start, end }, side: 'start' });
  return found.toReversed();
}

/** Both roots that a proof leads to; undefined if it has not the hashes that it must have. */
function rootsOf(first: number, second: number, proof: readonly Buffer[], own: Buffer | undefined) {
  const known = steps(first, second);
  if (proof.length !== known.length || proof.some(({ length }) => length !== hashBytes)) return undefined;
  const start = known[0]?.side === 'start' ? proof[0] : own;
  if (start === undefined) return undefined;
  let [firstRoot, secondRoot] = [start, start];
  known.forEach(({ side }, index) => {
    const hash = proof[index]!;
    if (side === 'left') {
      firstRoot = nodeHash(hash, firstRoot);
      secondRoot = nodeHash(hash, secondRoot);
    } else if (side === 'right') secondRoot = nodeHash(secondRoot, hash);
  });
  return { first: firstRoot, second: secondRoot };
}

export function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}
