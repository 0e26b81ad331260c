/** The wire types are the ones of protobuf that dnstap uses; groups (3, 4) are out of use and refused. */
export const wireTypes = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

export type ProtobufFault = 'cut_off' | 'bad_varint' | 'bad_field';

/**
 * A protobuf cursor walks over the fields of one protobuf message without making objects. After a fault `next` answers
 * false and `fault` says why. The cursor is reused from message to message.
 */
export class ProtobufCursor {
  fault: ProtobufFault | undefined;
  field = 0;
  wireType = 0;
  /** The value of a varint or fixed field; 64 bits beyond 2^53 lose precision, which no field of dnstap needs. */
  value = 0;
  /** The offset at which a field of bytes begins. */
  start = 0;
  end = 0;
  #buffer: Buffer = Buffer.alloc(0);
  #position = 0;
  #limit = 0;

  open(buffer: Buffer, start: number, end: number): void {
    this.#buffer = buffer;
    this.#position = start;
    this.#limit = end;
    this.fault = undefined;
  }

  /** Reads the next field; false at the end of the message or at a fault. */
  next(): boolean {
    if (this.#position >= this.#limit || this.fault !== undefined) return false;
    const tag = this.#varint();
    if (this.fault !== undefined) return false;
    // Field numbers go to 2^29 - 1, so that a tag fits 32 bits.
    if (tag < 8 || tag > 0xffff_ffff) return this.#fail('bad_field');
    this.field = tag >>> 3;
    this.wireType = tag & 7;
    if (this.wireType === wireTypes.varint) {
      this.value = this.#varint();
      return this.fault === undefined;
    }
    if (this.wireType === wireTypes.bytes) {
      const length = this.#varint();
      return this.fault === undefined && this.#take(length);
    }
    if (this.wireType === wireTypes.fixed32) {
      if (!this.#take(4)) return false;
      this.value = this.#buffer.readUInt32LE(this.start);
      return true;
    }
    if (this.wireType === wireTypes.fixed64) return this.#take(8);
    return this.#fail('bad_field');
  }

  #take(length: number): boolean {
    if (length > this.#limit - this.#position) return this.#fail('cut_off');
    this.start = this.#position;
    this.#position += length;
    this.end = this.#position;
    return true;
  }

  #varint(): number {
    const buffer = this.#buffer;
    let octet = this.#position < this.#limit ? buffer[this.#position++]! : this.#none();
    if (octet < 0x80) return octet;
    let result = octet & 0x7f;
    let factor = 0x80;
    for (let count = 1; count < 10; count++) {
      octet = this.#position < this.#limit ? buffer[this.#position++]! : this.#none();
      result += (octet & 0x7f) * factor;
      if (octet < 0x80) return result;
      factor *= 0x80;
    }
    this.#fail('bad_varint');
    return 0;
  }

  /** An octet that ends a varint. */
  #none(): number {
    this.#fail('cut_off');
    return 0;
  }

  #fail(fault: ProtobufFault): false {
    this.fault ??= fault;
    return false;
  }
}
