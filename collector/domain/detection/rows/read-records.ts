import type { Section } from '@sonde/shared/batch/row-layout.ts';

/** A record view describes a record of the current row, as places in its bytes. */
export interface RecordView {
  readonly section: number;
  /** The place of the owner: if the owner is the query name, this may be the place of the query name. */
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly type: number;
  readonly ttl: number;
  readonly dataStart: number;
  readonly dataEnd: number;
}

export const sectionNumbers: Readonly<Record<Section, number>> = { answer: 1, authority: 2, additional: 3 };

/**
 * A record reader walks over the records of rows whose lengths were checked before; it is itself the view of the
 * current one.
 */
export class RecordReader implements RecordView {
  section = 0;
  nameStart = 0;
  nameEnd = 0;
  type = 0;
  ttl = 0;
  dataStart = 0;
  dataEnd = 0;
  /** The place of the type, right behind the owner as it is written. */
  typeAt = 0;
  #queryNameStart = 0;
  #queryNameEnd = 0;
  readonly #bytes: Uint8Array;
  #position = 0;
  #left = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** `position` is the offset behind the query name of a row; that name stands at `[nameStart, nameEnd)` of the same bytes. */
  start(position: number, nameStart: number, nameEnd: number): void {
    this.#position = position;
    this.#queryNameStart = nameStart;
    this.#queryNameEnd = nameEnd;
    this.#skipText();
    const errors = this.#length();
    this.#position += errors * 2;
    this.#skipText();
    this.#left = this.#length();
  }

  next(): boolean {
    if (this.#left === 0) return false;
    this.#left--;
    const bytes = this.#bytes;
    this.section = bytes[this.#position++]!;
    this.nameEnd = this.#skipText();
    this.nameStart = this.#textStart;
    if (this.nameStart === this.nameEnd) {
      this.nameStart = this.#queryNameStart;
      this.nameEnd = this.#queryNameEnd;
    }
    const at = this.#position;
    this.typeAt = at;
    this.type = bytes[at]! | (bytes[at + 1]! << 8);
    this.ttl =
      (bytes[at + 2]! | (bytes[at + 3]! << 8) | (bytes[at + 4]! << 16) | (bytes[at + 5]! << 24)) >>> 0;
    this.#position += 6;
    this.dataEnd = this.#skipText();
    this.dataStart = this.#textStart;
    return true;
  }

  #textStart = 0;

  #skipText(): number {
    const size = this.#length();
    this.#textStart = this.#position;
    this.#position += size;
    return this.#position;
  }

  #length(): number {
    const first = this.#bytes[this.#position]!;
    if (first < 0x80) {
      this.#position++;
      return first;
    }
    let value = 0;
    for (let shift = 0; shift <= 21; shift += 7) {
      const byte = this.#bytes[this.#position++];
      if (byte === undefined) break;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError('the rows have a length that never ends');
  }
}
