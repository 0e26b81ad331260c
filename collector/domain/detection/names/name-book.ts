import { type NameFacts, nameFacts } from './name-facts.ts';

/** Names that are remembered, at most twice as many: some hundred bytes each. */
const remembered = 20_000;
const fewestSlots = 256;

/**
 * A name book keeps what is known of names by looking at them, from batch to batch, since the same ones come again and
 * again. They are found by their bytes, so that no text is made of a name that is known.
 */
export class NameBook {
  #young = new Chapter();
  #old = new Chapter();

  /** Reads the name in these bytes; `hash` has 32 bits and is always the same for the same bytes. */
  read(bytes: Buffer, start: number, end: number, hash: number): NameFacts {
    const known = this.#young.find(bytes, start, end, hash);
    if (known !== undefined) return known;
    const facts = this.#old.find(bytes, start, end, hash) ?? nameFacts(bytes.toString('latin1', start, end));
    if (this.#young.count >= remembered) {
      this.#old = this.#young;
      this.#young = new Chapter(this.#old);
    }
    this.#young.add(hash, facts);
    return facts;
  }
}

class Chapter {
  /** Hash and number of a name, the latter from 1 on; 0 if the slot is empty. */
  #slots: Int32Array;
  readonly #facts: NameFacts[] = [];

  /** With as much room as another has, which it is to take the place of. */
  constructor(other?: Chapter) {
    this.#slots = new Int32Array(other === undefined ? fewestSlots * 2 : other.#slots.length);
  }

  get count(): number {
    return this.#facts.length;
  }

  find(bytes: Uint8Array, start: number, end: number, hash: number): NameFacts | undefined {
    const slots = this.#slots;
    const mask = slots.length - 2;
    for (let at = firstSlot(hash) & mask; ; at = (at + 2) & mask) {
      const number = slots[at + 1]!;
      if (number === 0) return undefined;
      if (slots[at] !== hash) continue;
      const facts = this.#facts[number - 1]!;
      if (isText(facts.text, bytes, start, end)) return facts;
    }
  }

  add(hash: number, facts: NameFacts): void {
    // Twice as many slots as names, and most look-ups end at the first.
    if ((this.count + 1) * 4 > this.#slots.length) this.#widen();
    this.#place(hash, this.#facts.push(facts));
  }

  #place(hash: number, number: number): void {
    const slots = this.#slots;
    const mask = slots.length - 2;
    let at = firstSlot(hash) & mask;
    while (slots[at + 1] !== 0) at = (at + 2) & mask;
    slots[at] = hash;
    slots[at + 1] = number;
  }

  #widen(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(before.length * 2);
    for (let at = 0; at < before.length; at += 2)
      if (before[at + 1] !== 0) this.#place(before[at]!, before[at + 1]!);
  }
}

/** To be cut to the table's size. */
function firstSlot(hash: number): number {
  return (hash ^ (hash >>> 13)) << 1;
}

function isText(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let index = 0; index < text.length; index++)
    if (text.charCodeAt(index) !== bytes[start + index]) return false;
  return true;
}
