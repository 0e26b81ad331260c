/** An octet queue gathers what comes in pieces until a whole part can be taken off its beginning. */
export class OctetQueue {
  #bytes: Buffer = Buffer.alloc(0);

  get length(): number {
    return this.#bytes.length;
  }

  /** What is there; valid until the next `add` or `take`. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  /** Adds octets that may change later. */
  add(bytes: Uint8Array): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
  }

  take(count: number): Buffer {
    const taken = this.#bytes.subarray(0, count);
    this.#bytes = this.#bytes.subarray(count);
    return taken;
  }
}
