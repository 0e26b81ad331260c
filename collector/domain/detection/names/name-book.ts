import { type NameFacts, nameFacts } from './name-facts.ts';

/** Names that are remembered, at most twice as many: some hundred bytes each. */
const remembered = 20_000;

/** What is known of names by looking at them, kept from batch to batch, since the same ones come again and again. */
export class NameBook {
  #young = new Map<string, NameFacts>();
  #old = new Map<string, NameFacts>();

  read(text: string): NameFacts {
    const known = this.#young.get(text);
    if (known !== undefined) return known;
    const facts = this.#old.get(text) ?? nameFacts(text);
    if (this.#young.size >= remembered) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(text, facts);
    return facts;
  }
}
