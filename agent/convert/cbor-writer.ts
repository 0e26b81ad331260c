const firstBytes = 64 * 1024;
const major = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5 } as const;

/** A CBOR writer writes items (RFC 8949) one behind the other, with heads as short as they can be. */
export class CborWriter {
  #bytes: Buffer = Buffer.alloc(firstBytes);
  #length = 0;

  /** Returns a copy of what was written, and begins anew. */
  take(): Buffer {
    const written = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return written;
  }

  integer(value: number): void {
    if (value < 0) this.#head(major.negative, -1 - value);
    else this.#head(major.unsigned, value);
  }

  bytes(value: Uint8Array): void {
    this.#head(major.bytes, value.length);
    this.#put(value);
  }

  text(value: string): void {
    const bytes = Buffer.from(value, 'utf8');
    this.#head(major.text, bytes.length);
    this.#put(bytes);
  }

  /** Begins an array of so many items, which are to be written. */
  array(length: number): void {
    this.#head(major.array, length);
  }

  integers(values: readonly number[]): void {
    this.array(values.length);
    for (const value of values) this.integer(value);
  }

  /** Begins a map of so many entries, of which keys and values are to be written. */
  map(length: number): void {
    this.#head(major.map, length);
  }

  /** Writes a map of numbers; entries that are undefined are left out. */
  numbers(entries: readonly (readonly [key: number, value: number | undefined])[]): void {
    this.map(entries.filter(([, value]) => value !== undefined).length);
    for (const [key, value] of entries) {
      if (value === undefined) continue;
      this.integer(key);
      this.integer(value);
    }
  }

  #head(type: number, value: number): void {
    this.#makeRoom(9);
    const bytes = this.#bytes;
    const at = this.#length;
    const first = type << 5;
    if (value < 24) this.#length = bytes.writeUInt8(first | value, at);
    else if (value < 0x100) this.#length = bytes.writeUInt8(value, bytes.writeUInt8(first | 24, at));
    else if (value < 0x1_0000) this.#length = bytes.writeUInt16BE(value, bytes.writeUInt8(first | 25, at));
    else if (value < 0x1_0000_0000)
      this.#length = bytes.writeUInt32BE(value, bytes.writeUInt8(first | 26, at));
    else this.#length = bytes.writeBigUInt64BE(BigInt(value), bytes.writeUInt8(first | 27, at));
  }

  #put(value: Uint8Array): void {
    this.#makeRoom(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  #makeRoom(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = Buffer.alloc(Math.max(this.#bytes.length * 2, this.#length + count));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
