/** A text table holds texts by numbers from 0 on, in one piece of memory. */
export class TextTable {
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;

  /** `offsets` has one more entry than there are texts. */
  constructor(offsets: Uint32Array, bytes: Uint8Array) {
    this.offsets = offsets;
    this.bytes = bytes;
  }

  get(number: number): string | undefined {
    const [start, end] = [this.offsets[number], this.offsets[number + 1]];
    if (start === undefined || end === undefined || end < start) return undefined;
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + start, end - start).toString('utf8');
  }
}

/** A text table builder gives each text its number, equal ones the same. */
export class TextTableBuilder {
  readonly #numbers = new Map<string, number>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get count(): number {
    return this.#numbers.size;
  }

  /** Adds a text and returns its number; undefined if there are as many as may be. */
  add(text: string): number | undefined {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    if (this.#numbers.size >= this.#most) return undefined;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  build(): TextTable {
    const offsets = new Uint32Array(this.#numbers.size + 1);
    const texts: Buffer[] = [];
    let end = 0;
    for (const [text, number] of this.#numbers) {
      const bytes = Buffer.from(text, 'utf8');
      texts.push(bytes);
      end += bytes.length;
      offsets[number + 1] = end;
    }
    return new TextTable(offsets, Buffer.concat(texts));
  }
}
