import { headerBytes } from './constants.ts';
import { maxRecordBytes } from './record-writer.ts';
import type { Request } from './request.ts';

/** Room for a TSIG record with the longest names and MAC. */
const tsigBytes = 700;

/**
 * A message packer packs records into as few response messages of a bounded size as needed. Each repeats the question.
 */
export class MessagePacker {
  readonly #head: Buffer;
  readonly #buffer: Buffer;
  #position: number;
  #records = 0;

  constructor(request: Request, messageBytes: number) {
    this.#head = responseHead(request, 0);
    this.#buffer = Buffer.alloc(messageBytes - tsigBytes);
    this.#head.copy(this.#buffer);
    this.#position = this.#head.length;
  }

  /** Adds a record by a function that writes at an offset and answers the offset after; true if a message is full. */
  add(write: (buffer: Buffer, offset: number) => number): boolean {
    this.#position = write(this.#buffer, this.#position);
    this.#records++;
    return this.#position + maxRecordBytes > this.#buffer.length;
  }

  /** Takes the message so far, as a copy, to begin the next one; undefined if it has no record. */
  take(): Buffer | undefined {
    if (this.#records === 0) return undefined;
    const message = Buffer.from(this.#buffer.subarray(0, this.#position));
    message.writeUInt16BE(this.#records, 6);
    this.#position = this.#head.length;
    this.#records = 0;
    return message;
  }
}

/**
 * Writes a response without records: the request's id, opcode and question. It is authoritative unless it is an error.
 */
export function responseHead(request: Request, responseCode: number): Buffer {
  const head = Buffer.alloc(request.questionEnd);
  head.writeUInt16BE(request.id, 0);
  const authoritative = responseCode === 0 ? 0x0400 : 0;
  const recursionDesired = request.bytes.readUInt16BE(2) & 0x0100;
  head.writeUInt16BE(0x8000 | (request.opcode << 11) | authoritative | recursionDesired | responseCode, 2);
  head.writeUInt16BE(1, 4);
  request.bytes.copy(head, headerBytes, headerBytes, request.questionEnd);
  return head;
}
