/**
 * An address set holds different addresses in the order of their first appearance, 16 bytes each (IPv4 mapped), a few
 * to some hundred.
 */
export class AddressSet {
  readonly #most: number;
  /** Four for each. A plain list: most sets stay too small to be worth memory outside of the heap. */
  readonly #words: number[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#words.length / 4;
  }

  get isFull(): boolean {
    return this.#words.length >= this.#most * 4;
  }

  /** Adds the 16 bytes from `start` on. Whether they are new; what is new to a full set is not added. */
  add(bytes: Uint8Array, start: number): boolean {
    const words = this.#words;
    const first = word(bytes, start);
    const second = word(bytes, start + 4);
    const third = word(bytes, start + 8);
    const fourth = word(bytes, start + 12);
    // Those of one name mostly differ at their end.
    for (let at = 0; at < words.length; at += 4) {
      if (words[at + 3] !== fourth || words[at + 2] !== third) continue;
      if (words[at + 1] === second && words[at] === first) return false;
    }
    if (this.isFull) return false;
    words.push(first, second, third, fourth);
    return true;
  }

  /** The bytes of the first ones, 16 each. */
  first(most: number): Uint8Array[] {
    return Array.from({ length: Math.min(most, this.size) }, (_, index) => {
      const bytes = new Uint8Array(16);
      const view = new DataView(bytes.buffer);
      for (let part = 0; part < 4; part++) view.setInt32(part * 4, this.#words[index * 4 + part]!);
      return bytes;
    });
  }
}

/** Four bytes in network order. */
function word(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
}
