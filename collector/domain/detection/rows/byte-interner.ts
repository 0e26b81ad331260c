/**
 * An interner numbers the different byte strings of one buffer in the order of their first appearance, without making
 * strings.
 */
export class ByteInterner {
  readonly #bytes: Uint8Array;
  #slots = new Int32Array(1_024);
  #hashes = new Int32Array(512);
  #starts = new Uint32Array(512);
  #ends = new Uint32Array(512);
  #count = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get count(): number {
    return this.#count;
  }

  start(id: number): number {
    return this.#starts[id]!;
  }

  end(id: number): number {
    return this.#ends[id]!;
  }

  /** 32 bits of the byte string. */
  hash(id: number): number {
    return this.#hashes[id]!;
  }

  intern(start: number, end: number): number {
    const bytes = this.#bytes;
    let hash = end - start;
    for (let index = start; index < end; index++) hash = Math.imul(hash ^ bytes[index]!, 0x0100_0193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
    const mask = this.#slots.length - 1;
    for (let slot = (hash ^ (hash >>> 13)) & mask; ; slot = (slot + 1) & mask) {
      const id = this.#slots[slot]! - 1;
      if (id === -1) return this.#add(slot, hash, start, end);
      if (this.#hashes[id] === hash && this.#equals(id, start, end)) return id;
    }
  }

  #equals(id: number, start: number, end: number): boolean {
    let other = this.#starts[id]!;
    if (this.#ends[id]! - other !== end - start) return false;
    for (let index = start; index < end; index++)
      if (this.#bytes[index] !== this.#bytes[other++]) return false;
    return true;
  }

  #add(slot: number, hash: number, start: number, end: number): number {
    const id = this.#count++;
    this.#slots[slot] = id + 1;
    this.#hashes[id] = hash;
    this.#starts[id] = start;
    this.#ends[id] = end;
    if (this.#count === this.#starts.length) this.#widen();
    return id;
  }

  #widen(): void {
    const size = this.#count * 2;
    this.#hashes = copied(new Int32Array(size), this.#hashes);
    this.#starts = copied(new Uint32Array(size), this.#starts);
    this.#ends = copied(new Uint32Array(size), this.#ends);
    this.#slots = new Int32Array(size * 2);
    const mask = this.#slots.length - 1;
    for (let id = 0; id < this.#count; id++) {
      const hash = this.#hashes[id]!;
      let slot = (hash ^ (hash >>> 13)) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = id + 1;
    }
  }
}

function copied<Numbers extends Int32Array | Uint32Array>(wider: Numbers, from: Numbers): Numbers {
  wider.set(from);
  return wider;
}
