/** Gathers rows in one buffer that is kept from batch to batch, so that gathering makes no garbage. */
export class RowGathering {
  #buffer = Buffer.allocUnsafeSlow(1024 * 1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(bytes: Uint8Array): void {
    const needed = this.#length + bytes.length;
    if (needed > this.#buffer.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2));
      grown.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = grown;
    }
    this.#buffer.set(bytes, this.#length);
    this.#length = needed;
  }

  /** All that was gathered, and begins anew: what is returned is good until the next `add`. */
  take(): Buffer {
    const bytes = this.#buffer.subarray(0, this.#length);
    this.#length = 0;
    return bytes;
  }
}
