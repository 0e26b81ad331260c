import { LogDataError } from './log-data-error.ts';

/**
 * An octet reader reads TLS's notation (RFC 8446 section 3) in order. Throws a LogDataError at the end of the octets.
 */
export class OctetReader {
  readonly octets: Buffer;
  #at = 0;

  constructor(octets: Buffer) {
    this.octets = octets;
  }

  get at(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at === this.octets.length;
  }

  number(bytes: number): number {
    const at = this.#take(bytes);
    return bytes <= 6 ? this.octets.readUIntBE(at, bytes) : Number(this.octets.readBigUInt64BE(at));
  }

  fixed(bytes: number): Buffer {
    const at = this.#take(bytes);
    return this.octets.subarray(at, at + bytes);
  }

  /** Reads octets behind their length, which has so many octets itself. */
  vector(lengthBytes: number): Buffer {
    return this.fixed(this.number(lengthBytes));
  }

  #take(bytes: number): number {
    const at = this.#at;
    if (at + bytes > this.octets.length) throw new LogDataError('An entry is cut short.');
    this.#at = at + bytes;
    return at;
  }
}
