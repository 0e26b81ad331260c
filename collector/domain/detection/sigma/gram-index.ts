import { gramLength, textEnd, textStart } from './needs.ts';

const buckets = 1 << 16;
/** Bits: after four more octets nothing is left of one. */
const shift = 4;
const startMark = textStart.charCodeAt(0);
const endMark = textEnd.charCodeAt(0);
const lower = Uint8Array.from({ length: 256 }, (_, octet) =>
  octet >= 0x41 && octet <= 0x5a ? octet | 0x20 : octet,
);

/**
 * A gram index finds which of many texts stand in some octets, in one walk over these: each text is looked for by four of its
 * characters that few others have. Texts are added one by one, so that nobody waits for thousands.
 */
export class GramIndex {
  readonly #heads = new Int32Array(buckets);
  /** Of each text: its octets, where its gram ends, its number, and the text before it in the bucket. */
  readonly #texts: (Uint8Array | undefined)[] = [undefined];
  readonly #ends: number[] = [0];
  readonly #numbers: number[] = [0];
  readonly #next: number[] = [0];
  readonly #sizes = new Uint16Array(buckets);

  get size(): number {
    return this.#texts.length - 1;
  }

  /** Adds a text in lower case, of four characters at least, under a number. */
  add(text: string, number: number): void {
    const octets = Buffer.from(text, 'latin1');
    let hash = 0;
    let best = -1;
    let bestEnd = 0;
    for (let end = 0; end < octets.length; end++) {
      hash = ((hash << shift) ^ octets[end]!) & (buckets - 1);
      if (end < gramLength - 1) continue;
      if (best === -1 || this.#sizes[hash]! < this.#sizes[best]!) {
        best = hash;
        bestEnd = end;
      }
    }
    if (best === -1) throw new RangeError('the text is too short to be looked for');
    this.#texts.push(octets);
    this.#ends.push(bestEnd);
    this.#numbers.push(number);
    this.#next.push(this.#heads[best]!);
    this.#heads[best] = this.#texts.length - 1;
    if (this.#sizes[best]! < 0xffff) this.#sizes[best]!++;
  }

  /** Tells of the number of each text that stands in those octets, some of them several times. */
  search(bytes: Uint8Array, start: number, end: number, found: (number: number) => void): void {
    if (this.size === 0) return;
    const heads = this.#heads;
    let hash = startMark;
    for (let at = start; at <= end; at++) {
      const octet = at === end ? endMark : lower[bytes[at]!]!;
      hash = ((hash << shift) ^ octet) & (buckets - 1);
      for (let entry = heads[hash]!; entry !== 0; entry = this.#next[entry]!)
        if (stands(this.#texts[entry]!, bytes, start, end, at - this.#ends[entry]!))
          found(this.#numbers[entry]!);
    }
  }
}

/** Whether a text stands in the octets from that place on; one before the start, or behind the end, is a mark. */
function stands(text: Uint8Array, bytes: Uint8Array, start: number, end: number, from: number): boolean {
  if (from < start - 1 || from + text.length > end + 1) return false;
  for (let at = 0; at < text.length; at++) {
    const place = from + at;
    const octet = place < start ? startMark : place === end ? endMark : lower[bytes[place]!]!;
    if (text[at] !== octet) return false;
  }
  return true;
}
