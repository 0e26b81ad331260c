/** The room of a queue that begins, so that single octets don't take one each. */
const leastRoom = 256;
const nothing = Buffer.alloc(0);

/**
 * An octet queue gathers what comes in pieces until a whole part can be taken off its beginning. Each octet is copied a few times at most, in
 * however small pieces it comes.
 */
export class OctetQueue {
  #store = nothing;
  #start = 0;
  #end = 0;

  get length(): number {
    return this.#end - this.#start;
  }

  /** What is there; it stays as it is, whatever is added or taken later. */
  get bytes(): Buffer {
    return this.#store.subarray(this.#start, this.#end);
  }

  /** Adds octets that may change later. */
  add(bytes: Uint8Array): void {
    const { length } = this;
    if (this.#end + bytes.length > this.#store.length) {
      const roomier = Buffer.allocUnsafe(Math.max(leastRoom, (length + bytes.length) * 2));
      roomier.set(this.bytes);
      this.#store = roomier;
      this.#start = 0;
      this.#end = length;
    }
    this.#store.set(bytes, this.#end);
    this.#end += bytes.length;
  }

  take(count: number): Buffer {
    const taken = this.#store.subarray(this.#start, Math.min(this.#end, this.#start + count));
    this.#start += taken.length;
    if (this.#start === this.#end) {
      // Nothing is kept for connections that are silent.
      this.#store = nothing;
      this.#start = 0;
      this.#end = 0;
    }
    return taken;
  }
}
