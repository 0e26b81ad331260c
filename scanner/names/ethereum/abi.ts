/** An argument is one argument of a call: a word of 32 octets, or a tail behind the words. */
export type Argument = { readonly word: Uint8Array } | { readonly tail: Uint8Array };

const maxItems = 64;
const maxItemBytes = 65_536;

/** An ABI error reports that the output of a contract or a gateway does not fit its interface. */
export class AbiError extends Error {}

export function word(value: Uint8Array | number): Argument {
  const bytes = new Uint8Array(32);
  if (typeof value === 'number') new DataView(bytes.buffer).setBigUint64(24, BigInt(value));
  else bytes.set(value, 32 - value.length);
  return { word: bytes };
}

/** Makes an argument of type `bytes` or `string`. */
export function dynamic(value: Uint8Array | string): Argument {
  const bytes = Buffer.from(value);
  return { tail: Buffer.concat([wordOf(bytes.length), bytes, new Uint8Array(-bytes.length & 31)]) };
}

/** Makes an argument of type `string[]`. */
export function strings(values: readonly string[]): Argument {
  return { tail: Buffer.concat([wordOf(values.length), encode(values.map(dynamic))]) };
}

/** Makes an argument of type `bytes[]`. */
export function byteStrings(values: readonly Uint8Array[]): Argument {
  return { tail: Buffer.concat([wordOf(values.length), encode(values.map(dynamic))]) };
}

/** Makes an argument of type `bool[]`. */
export function booleans(values: readonly boolean[]): Argument {
  const words = values.map((value) => wordOf(value ? 1 : 0));
  return { tail: Buffer.concat([wordOf(values.length), ...words]) };
}

/** Encodes arguments as the contract ABI lays them out: words and offsets first, tails behind. */
export function encode(given: readonly Argument[]): Uint8Array {
  let offset = given.length * 32;
  const heads: Uint8Array[] = [];
  const tails: Uint8Array[] = [];
  for (const one of given) {
    if ('word' in one) {
      heads.push(one.word);
      continue;
    }
    heads.push(wordOf(offset));
    tails.push(one.tail);
    offset += one.tail.length;
  }
  return Buffer.concat([...heads, ...tails]);
}

function wordOf(number: number): Uint8Array {
  const argument = word(number);
  return 'word' in argument ? argument.word : argument.tail;
}

/**
 * An ABI reader reads values of a tuple from octets that nobody vouches for. All throw AbiError for what lies outside
 * of them.
 */
export class AbiReader {
  readonly #data: Uint8Array;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  word(slot: number, base = 0): Uint8Array {
    return this.#slice(base + slot * 32, 32);
  }

  address(slot: number): Uint8Array {
    return this.word(slot).subarray(12);
  }

  bytes(slot: number, base = 0): Uint8Array {
    const at = base + this.#number(base + slot * 32);
    const length = this.#number(at);
    if (length > maxItemBytes) throw new AbiError(`A value has more than ${maxItemBytes} octets.`);
    return this.#slice(at + 32, length);
  }

  strings(slot: number): string[] {
    const at = this.#number(slot * 32);
    const count = this.#number(at);
    if (count > maxItems) throw new AbiError(`A list has more than ${maxItems} items.`);
    return Array.from({ length: count }, (_, item) => Buffer.from(this.bytes(item, at + 32)).toString());
  }

  /** Reads the items of an array of tuples that have values behind their words, each as a reader of its own. */
  tuples(slot: number, most: number): AbiReader[] {
    const at = this.#number(slot * 32);
    const count = this.#number(at);
    if (count > most) throw new AbiError(`A list has more than ${most} items.`);
    return Array.from({ length: count }, (_, item) => {
      const offset = at + 32 + this.#number(at + 32 + item * 32);
      if (offset > this.#data.length) throw new AbiError('A value lies outside.');
      return new AbiReader(this.#data.subarray(offset));
    });
  }

  /** An offset, length or count: none is larger than the whole. */
  #number(at: number): number {
    const bytes = this.#slice(at, 32);
    const value = new DataView(bytes.buffer, bytes.byteOffset, 32);
    const isSmall = bytes.subarray(0, 28).every((byte) => byte === 0);
    const number = value.getUint32(28);
    if (!isSmall || number > this.#data.length) throw new AbiError('An offset or length lies outside.');
    return number;
  }

  #slice(at: number, length: number): Uint8Array {
    if (at + length > this.#data.length) throw new AbiError('A value lies outside.');
    return this.#data.subarray(at, at + length);
  }
}
