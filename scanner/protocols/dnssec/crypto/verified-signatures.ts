import { createHash } from 'node:crypto';

const maxEntries = 20_000;

/**
 * The verified signatures cache the outcomes of verifications, so that none is done twice: a zone's denials come with
 * the same signatures again and again, and the root's signatures with every scan. Whether a signature is in force is
 * not kept here.
 */
export class VerifiedSignatures {
  readonly #outcomes = new Map<string, boolean>();

  /** Computes the key of a verification. `data`: the signed octets. */
  static keyOf(data: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): string {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(signature.length);
    const hash = createHash('sha256').update(length).update(signature).update(publicKey);
    return hash.update(data).digest('base64');
  }

  get(key: string): boolean | undefined {
    return this.#outcomes.get(key);
  }

  set(key: string, outcome: boolean): void {
    this.#outcomes.set(key, outcome);
    if (this.#outcomes.size <= maxEntries) return;
    const [oldest] = this.#outcomes.keys();
    this.#outcomes.delete(oldest!);
  }
}
