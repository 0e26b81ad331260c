import { huffmanTable, readHuffman, staticTable } from './hpack-tables.ts';

/** What an entry of the dynamic table counts for beside its octets (RFC 7541 section 4.1). */
const entryOverhead = 32;
const defaultTableBytes = 4_096;
/** A peer may ask for a larger table; one of more is not kept. */
const mostTableBytes = 64 * 1024;
const mostStringBytes = 16 * 1024;
/** Fields of one block: servers take a hundred or two. */
const mostFields = 1_000;
const huffman = huffmanTable();

export type HeaderField = readonly [name: string, value: string];

/** A header decoder reads the header blocks of one direction of a connection (HPACK, RFC 7541), which lean on each other. */
export class HeaderDecoder {
  /** The newest last; those before the oldest are gone, and are taken out now and then, many at once. */
  readonly #table: HeaderField[] = [];
  #oldest = 0;
  #bytes = 0;
  #limit = defaultTableBytes;

  /** Reads one block, whole; undefined if it breaks the rules, and none can be read after it. */
  read(block: Buffer): HeaderField[] | undefined {
    const fields: HeaderField[] = [];
    const reader = new BlockReader(block);
    while (!reader.isAtEnd) {
      const octet = reader.peek();
      if ((octet & 0x80) !== 0) {
        const field = this.#field(reader.number(7));
        if (field === undefined) return undefined;
        fields.push(field);
      } else if ((octet & 0xe0) === 0x20) {
        const limit = reader.number(5);
        if (reader.isBroken || limit > mostTableBytes) return undefined;
        this.#limit = limit;
        this.#evict();
      } else {
        const isKept = (octet & 0x40) !== 0;
        const index = reader.number(isKept ? 6 : 4);
        const name = index === 0 ? reader.text() : this.#field(index)?.[0];
        const value = reader.text();
        if (name === undefined || value === undefined) return undefined;
        fields.push([name, value]);
        if (isKept) this.#keep([name, value]);
      }
      if (reader.isBroken || fields.length > mostFields) return undefined;
    }
    return fields;
  }

  #field(index: number): HeaderField | undefined {
    if (index <= staticTable.length) return staticTable[index - 1];
    const at = this.#table.length - (index - staticTable.length);
    return at < this.#oldest ? undefined : this.#table[at];
  }

  #keep(field: HeaderField): void {
    this.#table.push(field);
    this.#bytes += sizeOf(field);
    this.#evict();
  }

  #evict(): void {
    while (this.#bytes > this.#limit) this.#bytes -= sizeOf(this.#table[this.#oldest++]!);
    if (this.#oldest * 2 <= this.#table.length) return;
    this.#table.splice(0, this.#oldest);
    this.#oldest = 0;
  }
}

function sizeOf([name, value]: HeaderField): number {
  return name.length + value.length + entryOverhead;
}

class BlockReader {
  isBroken = false;
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  peek(): number {
    return this.#bytes[this.#at] ?? 0;
  }

  /** A number whose first octet has so many bits for it (RFC 7541 section 5.1). */
  number(bits: number): number {
    const most = (1 << bits) - 1;
    let value = this.#octet() & most;
    if (value < most) return value;
    for (let shift = 0; shift <= 21; shift += 7) {
      const octet = this.#octet();
      value += (octet & 0x7f) << shift;
      if ((octet & 0x80) === 0) return value;
    }
    this.isBroken = true;
    return 0;
  }

  text(): string | undefined {
    const isCoded = (this.peek() & 0x80) !== 0;
    const length = this.number(7);
    const start = this.#at;
    if (this.isBroken || length > mostStringBytes || start + length > this.#bytes.length) return undefined;
    this.#at += length;
    if (length === 0) return '';
    return isCoded
      ? readHuffman(huffman, this.#bytes.subarray(start, this.#at))
      : this.#bytes.toString('latin1', start, this.#at);
  }

  #octet(): number {
    if (this.isAtEnd) this.isBroken = true;
    return this.#bytes[this.#at++] ?? 0;
  }
}
