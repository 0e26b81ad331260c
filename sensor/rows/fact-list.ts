import { maxFactBytes, maxFactCharacters, maxRowFacts } from '@sonde/shared/batch/limits.ts';
import { writeCharacter } from '@sonde/shared/presentation/character-string.ts';
import { TextBuffer } from '@sonde/shared/presentation/text-buffer.ts';

/** A fact list is written in the layout of a row, within the bounds of one. What there is no room for is left out. */
export class FactList {
  out = new TextBuffer(0);
  count = 0;
  /** Whether a fact was left out. */
  isCut = false;
  #start = 0;

  /** Begins a list at the buffer's position. */
  begin(out: TextBuffer): void {
    this.out = out;
    this.count = 0;
    this.isCut = false;
    this.#start = out.position;
  }

  beginFact(kind: number): number {
    this.out.byte(kind);
    return this.out.beginText();
  }

  endFact(start: number): void {
    const { out } = this;
    const length = out.position - start;
    out.endText(start);
    if (
      length <= maxFactCharacters &&
      this.count < maxRowFacts &&
      out.position - this.#start <= maxFactBytes
    ) {
      this.count++;
      return;
    }
    out.position = start - 2;
    this.isCut = true;
  }

  text(kind: number, text: string): void {
    const start = this.beginFact(kind);
    this.out.ascii(text);
    this.endFact(start);
  }

  number(kind: number, value: number): void {
    const start = this.beginFact(kind);
    this.out.decimal(value);
    this.endFact(start);
  }

  /** Writes octets as text; those outside printable ASCII become four characters. */
  escaped(kind: number, source: Uint8Array, from: number, to: number): void {
    const start = this.beginFact(kind);
    const end = Math.min(to, from + maxFactCharacters / 4);
    for (let at = from; at < end; at++) writeCharacter(this.out, source[at]!);
    this.endFact(start);
  }

  hex(kind: number, source: Uint8Array, from: number, to: number): void {
    const start = this.beginFact(kind);
    this.out.hex(source, from, to);
    this.endFact(start);
  }

  /** Adds facts that were written before. */
  add(bytes: Uint8Array, count: number): void {
    const { out } = this;
    if (this.count + count > maxRowFacts || out.position - this.#start + bytes.length > maxFactBytes) {
      this.isCut = true;
      return;
    }
    out.bytes.set(bytes, out.position);
    out.position += bytes.length;
    this.count += count;
  }
}
