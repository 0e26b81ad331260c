import type { MessageReader } from '@sonde/shared/message/message-reader.ts';

/** Words that hold a bit for each letter of a name: 255 octets at most. */
const wordsOfName = 8;

/**
 * The capitals of names, as senders of mixed-case names (draft-vixie-dnsext-dns0x20) choose them: a bit for each letter of a name, in
 * their order. The slots' names are in lower case, and nearly all that are sent are, too: room is made when the first other one comes.
 */
export class Capitals {
  readonly #slots: number;
  #words = new Int32Array(0);

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Keeps those of a message's question in the place of a slot. */
  keep(slot: number, message: MessageReader): void {
    if (this.#words.length === 0) this.#words = new Int32Array(this.#slots * wordsOfName);
    readCapitals(this.#words, slot * wordsOfName, message);
  }

  /** Tells whether a letter of a slot's name is a capital. */
  has(slot: number, letter: number): boolean {
    return hasBit(this.#words, slot * wordsOfName, letter);
  }

  /** Tells whether a message's question has the same capitals. */
  areSame(slot: number, message: MessageReader): boolean {
    const other = capitalsOf(message);
    return other.every((word, index) => word === this.#words[slot * wordsOfName + index]);
  }
}

/** Returns the capitals of a message's question. */
export function capitalsOf(message: MessageReader): Int32Array {
  const words = new Int32Array(wordsOfName);
  readCapitals(words, 0, message);
  return words;
}

export function hasBit(words: Int32Array, at: number, letter: number): boolean {
  return (words[at + (letter >> 5)]! & (0x8000_0000 >>> (letter & 31))) !== 0;
}

function readCapitals(words: Int32Array, at: number, { bytes, nameStart, nameEnd }: MessageReader): void {
  words.fill(0, at, at + wordsOfName);
  let letter = 0;
  for (let place = nameStart; place < nameEnd && bytes[place] !== 0; ) {
    const end = place + 1 + bytes[place]!;
    while (++place < end) {
      const octet = bytes[place]! | 0x20;
      if (octet < 0x61 || octet > 0x7a) continue;
      if (octet !== bytes[place]) words[at + (letter >> 5)]! |= 0x8000_0000 >>> (letter & 31);
      letter++;
    }
  }
}
