import { DeliveryError } from '../define-sink.ts';

/** A Kafka writer puts a request together; a text or octets that are not there have the length -1. */
export class KafkaWriter {
  readonly #parts: Buffer[] = [];

  i8(value: number): this {
    return this.#number(1, (bytes) => bytes.writeInt8(value));
  }

  i16(value: number): this {
    return this.#number(2, (bytes) => bytes.writeInt16BE(value));
  }

  i32(value: number): this {
    return this.#number(4, (bytes) => bytes.writeInt32BE(value));
  }

  text(value: string | null): this {
    if (value === null) return this.i16(-1);
    const bytes = Buffer.from(value);
    this.i16(bytes.length).#parts.push(bytes);
    return this;
  }

  bytes(value: Uint8Array): this {
    this.i32(value.length).#parts.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
    return this;
  }

  whole(): Buffer {
    return Buffer.concat(this.#parts);
  }

  #number(length: number, write: (bytes: Buffer) => void): this {
    const bytes = Buffer.alloc(length);
    write(bytes);
    this.#parts.push(bytes);
    return this;
  }
}

/** A Kafka reader takes an answer apart. Throws a DeliveryError where it ends too early. */
export class KafkaReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  i8(): number {
    return this.#take(1).readInt8();
  }

  i16(): number {
    return this.#take(2).readInt16BE();
  }

  i32(): number {
    return this.#take(4).readInt32BE();
  }

  i64(): bigint {
    return this.#take(8).readBigInt64BE();
  }

  /** The length of a list: never more than there are octets. */
  count(): number {
    const count = this.i32();
    if (count > this.#bytes.length) throw endsEarly();
    return Math.max(0, count);
  }

  text(): string | null {
    const length = this.i16();
    return length < 0 ? null : this.#take(length).toString('utf8');
  }

  bytes(): Buffer {
    return this.#take(Math.max(0, this.i32()));
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw endsEarly();
    const piece = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return piece;
  }
}

function endsEarly(): DeliveryError {
  return new DeliveryError("The broker's answer ends too early.");
}
