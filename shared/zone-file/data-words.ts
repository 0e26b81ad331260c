import type { Token } from './tokens.ts';

/**
 * The data words are the words of a record's data, taken one after the other; a broken one is the last that was taken.
 */
export class DataWords {
  readonly #tokens: readonly Token[];
  /** For names that are not absolute, in stored form. */
  readonly origin: string;
  #at = 0;

  constructor(tokens: readonly Token[], origin: string) {
    this.#tokens = tokens;
    this.origin = origin;
  }

  /** Takes the next word; undefined at the end. */
  next(): string | undefined {
    return this.#tokens[this.#at++]?.text;
  }

  get left(): number {
    return Math.max(0, this.#tokens.length - this.#at);
  }

  /** Returns a word that was taken or will be, from 0. */
  at(index: number): string | undefined {
    return this.#tokens[index]?.text;
  }

  /** The word that was taken last; undefined before the first and behind the end. */
  get last(): Token | undefined {
    return this.#tokens[this.#at - 1];
  }

  /** Reads all that is left, each by its reader; undefined at the first that has none. */
  each<Value>(read: (text: string) => Value | undefined): Value[] | undefined {
    const values: Value[] = [];
    while (this.left > 0) {
      const value = read(this.next()!);
      if (value === undefined) return undefined;
      values.push(value);
    }
    return values;
  }

  /** Returns all that is left, as one word. */
  joined(): string {
    return this.each((text) => text)!.join('');
  }
}
