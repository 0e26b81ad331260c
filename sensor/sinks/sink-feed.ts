import type { MessagePort } from 'node:worker_threads';
import type { BatchContent } from '@sonde/shared/batch/envelope.ts';
import type { BuiltBatch } from '../ship/batch-builder.ts';
import type { FeedMessage } from './messages.ts';

/** Bytes of batches on their way to the sinks' thread, at most: what is over is told of as lost. */
const mostBytes = 64 * 1024 * 1024;

/** A sink feed hands copies of batches from the shipper's thread to the sinks' thread, and never waits for it. */
export class SinkFeed {
  readonly #port: MessagePort;
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(port: MessagePort, bytes = mostBytes) {
    this.#port = port;
    this.#mostBytes = bytes;
    port.on('message', (taken: number) => {
      this.#bytes -= taken;
    });
    // Listening to it alone does not keep the thread.
    port.unref();
  }

  /** Bytes on their way. */
  get bytes(): number {
    return this.#bytes;
  }

  offer(
    { batchId, bytes, rows }: Pick<BuiltBatch, 'batchId' | 'bytes' | 'rows'>,
    content: BatchContent,
  ): void {
    if (rows === 0) return;
    if (this.#bytes + bytes.length > this.#mostBytes) {
      this.#post({ kind: 'lost', rows, content });
      return;
    }
    this.#bytes += bytes.length;
    const own = new Uint8Array(bytes);
    this.#post({ kind: 'batch', batchId, bytes: own, rows, content }, [own.buffer]);
  }

  end(): void {
    this.#post({ kind: 'end' });
  }

  #post(message: FeedMessage, transfer: ArrayBuffer[] = []): void {
    this.#port.postMessage(message, transfer);
  }
}
