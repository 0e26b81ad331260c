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
    const queued = queue.bytes;
    let at = 0;
    while (at + 2 <= queued.length) {
      const end = at + 2 + queued.readUInt16BE(at);
      if (end > queued.length) break;
      this.#take(fromClient, queued.subarray(at + 2, end));
      at = end;
    }
    queue.take(at);
  }
}
