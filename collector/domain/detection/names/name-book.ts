import { type NameFacts, nameFacts } from './name-facts.ts';

/** Names that are remembered, at most twice as many: some hundred bytes each. */
const remembered = 20_000;
/** A power of two, more than half as many again: most look-ups end at the first slot. */
const slots = 65_536;

/**
 * What is known of names by looking at them, kept from batch to batch, since the same ones come again and again. They are
 * found by their bytes, so that no text is made of a name that is known.
 */
export class NameBook {
  #young = new Chapter();
  #old = new Chapter();

  /** Of the name in these bytes; `hash` has 32 bits and is always the same for the same bytes. */
  read(bytes: Buffer, start: number, end: number, hash: number): NameFacts {
    const known = this.#young.find(bytes, start, end, hash);
    if (known !== undefined) return known;
    const facts = this.#old.find(bytes, start, end, hash) ?? nameFacts(bytes.toString('latin1', start, end));
    if (this.#young.count >= remembered) {
      this.#old = this.#young;
      this.#young = new Chapter();
    }
    this.#young.add(hash, facts);
    return facts;
  }
}

class Chapter {
  /** Hash and number of a name, the latter from 1 on; 0 where the slot is empty. */
  readonly #slots = new Int32Array(slots * 2);
  readonly #facts: NameFacts[] = [];

  get count(): number {
    return this.#facts.length;
  }

  find(bytes: Uint8Array, start: number, end: number, hash: number): NameFacts | undefined {
    for (let slot = firstSlot(hash); ; slot = (slot + 1) & (slots - 1)) {
      const number = this.#slots[slot * 2 + 1]!;
      if (number === 0) return undefined;
      if (this.#slots[slot * 2] !== hash) continue;
      const facts = this.#facts[number - 1]!;
      if (isText(facts.text, bytes, start, end)) return facts;
    }
  }

  add(hash: number, facts: NameFacts): void {
    let slot = firstSlot(hash);
    while (this.#slots[slot * 2 + 1] !== 0) slot = (slot + 1) & (slots - 1);
    this.#slots[slot * 2] = hash;
    this.#slots[slot * 2 + 1] = this.#facts.push(facts);
  }
}

function firstSlot(hash: number): number {
  return (hash ^ (hash >>> 13)) & (slots - 1);
}

function isText(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let index = 0; index < text.length; index++)
    if (text.charCodeAt(index) !== bytes[start + index]) return false;
  return true;
}
