import { OctetQueue } from './octet-queue.ts';

/** A message stream takes messages of DNS, each behind its length, out of what is sent under TLS (RFC 7858). */
export class MessageStream {
  readonly #queues = [new OctetQueue(), new OctetQueue()] as const;
  readonly #take: (fromClient: boolean, message: Uint8Array) => void;

  constructor(take: (fromClient: boolean, message: Uint8Array) => void) {
    this.#take = take;
  }

  add(fromClient: boolean, bytes: Uint8Array): void {
    const queue = this.#queues[fromClient ? 0 : 1];
    queue.add(bytes);
    while (queue.length >= 2 && queue.length >= 2 + queue.bytes.readUInt16BE(0))
      this.#take(fromClient, queue.take(2 + queue.bytes.readUInt16BE(0)).subarray(2));
  }
}
