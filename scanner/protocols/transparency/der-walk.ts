import { DerError } from '../tls/der/der-error.ts';

/** The DER tags are tags with their class and form, as their octet stands in certificates. */
export const derTags = {
  integer: 0x02,
  octetString: 0x04,
  oid: 0x06,
  sequence: 0x30,
  utcTime: 0x17,
  generalizedTime: 0x18,
  boolean: 0x01,
  version: 0xa0,
  extensions: 0xa3,
  dnsName: 0x82,
} as const;

/**
 * A DER walk goes from element to element of DER without making a tree of it: `start` is the beginning of the present
 * element, `from` the beginning of its content, and `end` its end. Every step stays within the element around it;
 * throws a DerError otherwise.
 */
export class DerWalk {
  readonly octets: Uint8Array;
  tag = 0;
  start = 0;
  from = 0;
  end = 0;
  #limit: number;

  constructor(octets: Uint8Array, start = 0, limit = octets.length) {
    this.octets = octets;
    this.end = start;
    this.#limit = limit;
  }

  /** Whether nothing follows the element that it stands at. */
  get isLast(): boolean {
    return this.end === this.#limit;
  }

  /** The tag of what follows; 0 if nothing does. */
  get following(): number {
    return this.isLast ? 0 : this.octets[this.end]!;
  }

  /** Goes to the next element, which must have that tag if one is given. */
  next(tag?: number): this {
    const { octets } = this;
    const limit = this.#limit;
    const start = this.end;
    if (start + 2 > limit) throw new DerError('An element is missing.');
    this.tag = octets[start]!;
    if (tag !== undefined && this.tag !== tag) throw new DerError(`An element with tag ${tag} is missing.`);
    if ((this.tag & 0x1f) === 0x1f) throw new DerError('A tag has more than one octet.');
    let from = start + 2;
    let length = octets[start + 1]!;
    if (length >= 0x80) {
      const bytes = length & 0x7f;
      if (bytes === 0 || bytes > 4 || from + bytes > limit) throw new DerError('A length is broken.');
      length = 0;
      for (const behind = from + bytes; from < behind; from++) length = length * 256 + octets[from]!;
      if (length < 0x80 || octets[start + 2] === 0) throw new DerError('A length is padded.');
    }
    if (from + length > limit) throw new DerError('An element is cut short.');
    this.start = start;
    this.from = from;
    this.end = from + length;
    return this;
  }

  /** Goes into the element that it stands at; the element around it is left behind. */
  enter(): this {
    this.#limit = this.end;
    this.end = this.from;
    return this;
  }

  /** Makes a walk of its own through the element that this one stands at. */
  inner(): DerWalk {
    return new DerWalk(this.octets, this.from, this.end);
  }
}

/** Writes the header of an element with a content of that length. */
export function derHeader(tag: number, length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(tag, length);
  if (length < 0x100) return Uint8Array.of(tag, 0x81, length);
  if (length < 0x10000) return Uint8Array.of(tag, 0x82, length >> 8, length & 0xff);
  return Uint8Array.of(tag, 0x83, length >> 16, (length >> 8) & 0xff, length & 0xff);
}
