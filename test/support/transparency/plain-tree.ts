import { createHash } from 'node:crypto';

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
};

/** A Merkle tree by the letter of RFC 6962 section 2.1, slow and apart from the product's. */
export class PlainTree {
  readonly #leaves: Buffer[] = [];
  readonly #full = new Map<string, Buffer>();

  get size(): number {
    return this.#leaves.length;
  }

  /** The octets of a MerkleTreeLeaf. */
  add(leaf: Buffer): void {
    this.#leaves.push(sha256(Buffer.from([0]), leaf));
  }

  leaf(index: number): Buffer {
    return this.#leaves[index]!;
  }

  /** MTH(D[start:end]). */
  hash(start: number, end: number): Buffer {
    if (start === end) return sha256();
    if (end - start === 1) return this.#leaves[start]!;
    const key = `${start} ${end}`;
    const known = this.#full.get(key);
    if (known !== undefined) return known;
    const half = start + halfOf(end - start);
    const hash = sha256(Buffer.from([1]), this.hash(start, half), this.hash(half, end));
    this.#full.set(key, hash);
    return hash;
  }

  root(size = this.size): Buffer {
    return this.hash(0, size);
  }

  /** PROOF(first, D[0:second]). */
  consistency(first: number, second: number): Buffer[] {
    return this.#proof(first, 0, second, true);
  }

  #proof(first: number, start: number, end: number, isWhole: boolean): Buffer[] {
    const count = end - start;
    if (first === count) return isWhole ? [] : [this.hash(start, end)];
    const half = halfOf(count);
    return first <= half
      ? [...this.#proof(first, start, start + half, isWhole), this.hash(start + half, end)]
      : [...this.#proof(first - half, start + half, end, false), this.hash(start, start + half)];
  }
}

function halfOf(count: number): number {
  let half = 1;
  while (half * 2 < count) half *= 2;
  return half;
}
