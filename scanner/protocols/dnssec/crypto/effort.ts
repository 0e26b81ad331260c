/**
 * An effort bounds the computation that crafted answers can cause (KeyTrap, CVE-2023-50387; NSEC3 hashing,
 * CVE-2023-50868). One for each scan.
 */
export class Effort {
  #signatures: number;
  #hashes: number;

  constructor(limits: { signatures?: number; hashes?: number } = {}) {
    this.#signatures = limits.signatures ?? 1_000;
    this.#hashes = limits.hashes ?? 200_000;
  }

  /** Takes one verification; false if none is left. */
  takeSignature(): boolean {
    return this.#signatures-- > 0;
  }

  /** Takes so many rounds of hashing; false if they are not left. */
  takeHashes(count: number): boolean {
    this.#hashes -= count;
    return this.#hashes >= 0;
  }
}

/**
 * The verification bound is the number of verifications that one set may cost: a zone has a few signatures over it,
 * each of one key.
 */
export const maxVerificationsPerSet = 16;
