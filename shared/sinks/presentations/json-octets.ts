const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const lineFeed = 0x0a;
const zero = 0x30;
const minus = 0x2d;
/** From here on a set of octets is copied by the engine, which takes a call. */
const short = 12;

/**
 * JSON octets are a text that grows in memory of its own: texts of rows are put together here, since as strings each of their hundred
 * pieces would be an object.
 */
export class JsonOctets {
  #bytes: Buffer;
  #at = 0;

  constructor(room = 16 * 1024) {
    this.#bytes = Buffer.allocUnsafeSlow(room);
  }

  get length(): number {
    return this.#at;
  }

  /** Forgets what was written from there on. */
  cut(length: number): void {
    this.#at = length;
  }

  toString(start = 0, end = this.#at): string {
    return this.#bytes.toString('utf8', start, end);
  }

  /** Gives a copy of what was written from there on, up to an end. */
  copyFrom(start: number, end = this.#at): Uint8Array {
    return Uint8Array.prototype.slice.call(this.#bytes, start, end);
  }

  /** Writes what is JSON already. */
  octets(octets: Uint8Array): void {
    const { length } = octets;
    this.#room(length);
    const bytes = this.#bytes;
    const at = this.#at;
    if (length < short) for (let index = 0; index < length; index++) bytes[at + index] = octets[index]!;
    else bytes.set(octets, at);
    this.#at = at + length;
  }

  /** Writes a text that is JSON already. */
  json(text: string): void {
    const { length } = text;
    this.#room(length * 3);
    const bytes = this.#bytes;
    const at = this.#at;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code > 0x7e) {
        this.#at = at + bytes.write(text, at);
        return;
      }
      bytes[at + index] = code;
    }
    this.#at = at + length;
  }

  /** Writes a text as a JSON string. */
  text(text: string): void {
    const { length } = text;
    this.#room(length + 2);
    const bytes = this.#bytes;
    let at = this.#at;
    bytes[at++] = quote;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code < 0x20 || code > 0x7e || code === quote || code === backslash) {
        this.json(JSON.stringify(text));
        return;
      }
      bytes[at++] = code;
    }
    bytes[at++] = quote;
    this.#at = at;
  }

  number(value: number): void {
    if (!Number.isSafeInteger(value)) {
      this.json(JSON.stringify(value));
      return;
    }
    if (value < 0) {
      this.#room(1);
      this.#bytes[this.#at++] = minus;
    }
    let rest = Math.abs(value);
    let digits = 1;
    for (let bound = 10; rest >= bound; bound *= 10) digits++;
    this.#room(digits);
    for (let at = this.#at + digits - 1; at >= this.#at; at--) {
      const next = Math.floor(rest / 10);
      this.#bytes[at] = zero + (rest - next * 10);
      rest = next;
    }
    this.#at += digits;
  }

  comma(): void {
    this.#octet(comma);
  }

  /** Ends a line. */
  lineFeed(): void {
    this.#octet(lineFeed);
  }

  #octet(octet: number): void {
    this.#room(1);
    this.#bytes[this.#at++] = octet;
  }

  #room(more: number): void {
    if (this.#at + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow((this.#at + more) * 2);
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}
