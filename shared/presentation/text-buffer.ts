const digits = 0x30;
const hexDigits = Uint8Array.from(Buffer.from('0123456789abcdef'));
const base64Digits = Uint8Array.from(
  Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'),
);
const base32Digits = Uint8Array.from(Buffer.from('0123456789abcdefghijklmnopqrstuv'));

/**
 * A text buffer is a buffer that rows are written into, with the ways to write text as bytes. It does not check its own
 * bounds: the writer of a row makes sure beforehand that there is room for the largest.
 */
export class TextBuffer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly view: DataView;
  position = 0;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
    this.view = new DataView(this.bytes.buffer);
  }

  byte(value: number): void {
    this.bytes[this.position++] = value;
  }

  uint16(value: number): void {
    this.view.setUint16(this.position, value, true);
    this.position += 2;
  }

  uint32(value: number): void {
    this.view.setUint32(this.position, value, true);
    this.position += 4;
  }

  /** Begins a string: leaves room for a length of one byte and returns where the text starts. */
  beginText(): number {
    return ++this.position;
  }

  /** Ends a string: writes its length as LEB128, moving the text if the length takes more than a byte. */
  endText(start: number): void {
    const length = this.position - start;
    if (length < 0x80) this.bytes[start - 1] = length;
    else this.#endLongText(start, length);
  }

  #endLongText(start: number, length: number): void {
    const extra = length < 0x4000 ? 1 : 2;
    this.bytes.copyWithin(start + extra, start, this.position);
    this.bytes[start - 1] = (length & 0x7f) | 0x80;
    this.bytes[start] = ((length >> 7) & 0x7f) | (extra === 2 ? 0x80 : 0);
    if (extra === 2) this.bytes[start + 1] = length >> 14;
    this.position += extra;
  }

  /** Writes an unsigned integer as LEB128. */
  length(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      this.bytes[this.position++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.position++] = rest;
  }

  /** Writes text of ASCII characters. */
  ascii(text: string): void {
    const { bytes, position } = this;
    for (let index = 0; index < text.length; index++) bytes[position + index] = text.charCodeAt(index);
    this.position = position + text.length;
  }

  space(): void {
    this.bytes[this.position++] = 0x20;
  }

  /** Writes a non-negative integer below 2^53 in decimal. */
  decimal(value: number): void {
    if (value < 10) {
      this.bytes[this.position++] = digits + value;
      return;
    }
    let width = 2;
    for (let bound = 100; bound <= value; bound *= 10) width++;
    this.padded(value, width);
  }

  /** Writes a decimal of fixed width, filled with zeros. */
  padded(value: number, width: number): void {
    const { bytes, position } = this;
    let at = position + width;
    let rest = value;
    // Above 31 bits numbers are divided as they are, below by whole numbers, which is quicker.
    for (; rest > 0x7fff_ffff; rest = Math.floor(rest / 10)) bytes[--at] = digits + (rest % 10);
    for (let low = rest | 0; at > position; low = (low / 10) | 0) bytes[--at] = digits + (low % 10);
    this.position = position + width;
  }

  hex(source: Uint8Array, from: number, to: number): void {
    const { bytes } = this;
    let write = this.position;
    for (let at = from; at < to; at++) {
      const octet = source[at]!;
      bytes[write++] = hexDigits[octet >> 4]!;
      bytes[write++] = hexDigits[octet & 0x0f]!;
    }
    this.position = write;
  }

  /** Writes a 16-bit group of an IPv6 address: hexadecimal without leading zeros. */
  hexGroup(value: number): void {
    if (value >= 0x1000) this.bytes[this.position++] = hexDigits[value >> 12]!;
    if (value >= 0x100) this.bytes[this.position++] = hexDigits[(value >> 8) & 0x0f]!;
    if (value >= 0x10) this.bytes[this.position++] = hexDigits[(value >> 4) & 0x0f]!;
    this.bytes[this.position++] = hexDigits[value & 0x0f]!;
  }

  /** Writes base64 with padding (RFC 4648 section 4). */
  base64(source: Uint8Array, from: number, to: number): void {
    const { bytes } = this;
    let write = this.position;
    let at = from;
    for (; at + 3 <= to; at += 3) {
      const group = (source[at]! << 16) | (source[at + 1]! << 8) | source[at + 2]!;
      bytes[write++] = base64Digits[group >> 18]!;
      bytes[write++] = base64Digits[(group >> 12) & 0x3f]!;
      bytes[write++] = base64Digits[(group >> 6) & 0x3f]!;
      bytes[write++] = base64Digits[group & 0x3f]!;
    }
    if (at < to) {
      const two = to - at === 2;
      const group = (source[at]! << 16) | (two ? source[at + 1]! << 8 : 0);
      bytes[write++] = base64Digits[group >> 18]!;
      bytes[write++] = base64Digits[(group >> 12) & 0x3f]!;
      bytes[write++] = two ? base64Digits[(group >> 6) & 0x3f]! : 0x3d;
      bytes[write++] = 0x3d;
    }
    this.position = write;
  }

  /** Writes base32 in the extended hex alphabet, without padding (RFC 4648 section 7). */
  base32(source: Uint8Array, from: number, to: number): void {
    let held = 0;
    let bits = 0;
    for (let at = from; at < to; at++) {
      held = ((held << 8) | source[at]!) & 0xfff;
      bits += 8;
      while (bits >= 5) {
        bits -= 5;
        this.bytes[this.position++] = base32Digits[(held >> bits) & 0x1f]!;
      }
    }
    if (bits > 0) this.bytes[this.position++] = base32Digits[(held << (5 - bits)) & 0x1f]!;
  }
}
