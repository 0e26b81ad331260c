import { DocumentError } from './document-error.ts';

/** Bytes of one element, at most. */
const longestElement = 1_048_576;
const [quote, backslash, open, close, openList, closeList, comma] = [
  0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d, 0x2c,
];

/**
 * Reads the elements of an array in a JSON document one after the other, as text, without ever holding the whole: of
 * the document itself, or of the member `key` of the object that it is. Throws if there is no such array, or no end
 * of it.
 */
export async function* jsonElements(
  document: AsyncIterable<Uint8Array>,
  key?: string,
): AsyncGenerator<string[]> {
  const splitter = new ElementSplitter(key);
  for await (const chunk of document) {
    const texts = splitter.push(chunk);
    if (texts.length > 0) yield texts;
  }
  if (splitter.state === 'before')
    throw new DocumentError(`The document has no array${key ? ` "${key}"` : ''}.`);
  if (splitter.state === 'within') throw new DocumentError('The document ends in the middle.');
}

class ElementSplitter {
  state: 'before' | 'within' | 'after' = 'before';
  readonly #depthOfArray: number;
  readonly #key: string | undefined;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #string: number[] = [];
  /** The last string that ended, which names what a colon follows. */
  #lastString = '';
  #element: Uint8Array = new Uint8Array(4_096);
  #length = 0;

  constructor(key: string | undefined) {
    this.#key = key;
    this.#depthOfArray = key === undefined ? 1 : 2;
  }

  push(chunk: Uint8Array): string[] {
    const done: string[] = [];
    for (const byte of chunk) {
      if (this.state === 'after') break;
      if (this.state === 'within') this.#within(byte, done);
      else this.#before(byte);
    }
    return done;
  }

  #before(byte: number): void {
    if (this.#passString(byte)) return;
    if (byte === open || byte === openList) {
      this.#depth++;
      const isIt = this.#key === undefined || this.#lastString === this.#key;
      if (byte === openList && this.#depth === this.#depthOfArray && isIt) this.state = 'within';
    } else if (byte === close || byte === closeList) this.#depth--;
  }

  #within(byte: number, done: string[]): void {
    const nested = this.#depth > this.#depthOfArray;
    if (!this.#inString && !nested && (byte === comma || byte === closeList)) {
      this.#end(done);
      if (byte === closeList) this.state = 'after';
      return;
    }
    this.#append(byte);
    if (this.#passString(byte)) return;
    if (byte === open || byte === openList) this.#depth++;
    else if (byte === close || byte === closeList) this.#depth--;
  }

  /** True for what belongs to a string. */
  #passString(byte: number): boolean {
    if (!this.#inString) {
      if (byte !== quote) return false;
      this.#inString = true;
      this.#string = [];
      return true;
    }
    if (this.#escaped) this.#escaped = false;
    else if (byte === backslash) this.#escaped = true;
    else if (byte === quote) {
      this.#inString = false;
      this.#lastString = String.fromCharCode(...this.#string);
      return true;
    }
    if (this.state === 'before' && this.#string.length < 128) this.#string.push(byte);
    return true;
  }

  #append(byte: number): void {
    if (this.#length === longestElement) return;
    if (this.#length === this.#element.length) {
      const wider = new Uint8Array(this.#length * 2);
      wider.set(this.#element);
      this.#element = wider;
    }
    this.#element[this.#length++] = byte;
  }

  #end(done: string[]): void {
    const text = Buffer.from(this.#element.subarray(0, this.#length)).toString('utf8').trim();
    if (text !== '') done.push(text);
    this.#length = 0;
  }
}
