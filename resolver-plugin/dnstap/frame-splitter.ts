import { maxControlBytes } from './control-frame.ts';
import { FrameStreamError } from './frame-stream-error.ts';

/** A frame consumer gets the parts of frames. The bytes are only valid during the call. */
export interface FrameConsumer {
  data(buffer: Buffer, start: number, end: number): void;
  control(buffer: Buffer, start: number, end: number): void;
}

/**
 * A frame splitter cuts a byte stream into frames. Frames that lie whole in a chunk are handed on where they lie; only
 * the one that straddles two chunks is copied. Holds at most one frame, and never more than came: a length word alone
 * reserves nothing.
 */
export class FrameSplitter {
  readonly #consumer: FrameConsumer;
  readonly #maxFrameBytes: number;
  #held = Buffer.allocUnsafe(4_096);
  #heldBytes = 0;

  constructor(consumer: FrameConsumer, maxFrameBytes: number) {
    this.#consumer = consumer;
    this.#maxFrameBytes = maxFrameBytes;
  }

  /** Bytes of a frame that is not whole yet. */
  get pendingBytes(): number {
    return this.#heldBytes;
  }

  /** Throws a FrameStreamError if a length is out of bounds; the stream is lost then. */
  push(chunk: Buffer): void {
    let position = this.#heldBytes === 0 ? 0 : this.#complete(chunk);
    while (position < chunk.length) {
      const available = chunk.length - position;
      const needed = this.#neededBytes(chunk, position, available);
      if (needed > available) {
        this.#hold(chunk, position, available);
        return;
      }
      this.#deliver(chunk, position, needed);
      position += needed;
    }
  }

  /** Fills up the held frame; the position in the chunk after it. */
  #complete(chunk: Buffer): number {
    let position = 0;
    for (;;) {
      const needed = this.#neededBytes(this.#held, 0, this.#heldBytes);
      if (needed === this.#heldBytes) {
        // Released before it is handed on, so that a consumer that throws leaves nothing behind.
        this.#heldBytes = 0;
        this.#deliver(this.#held, 0, needed);
        return position;
      }
      if (position === chunk.length) return position;
      const taken = Math.min(needed - this.#heldBytes, chunk.length - position);
      this.#hold(chunk, position, taken);
      position += taken;
    }
  }

  #hold(chunk: Buffer, position: number, length: number): void {
    const bytes = this.#heldBytes + length;
    if (bytes > this.#held.length) {
      const larger = Buffer.allocUnsafe(Math.max(bytes, 2 * this.#held.length));
      this.#held.copy(larger, 0, 0, this.#heldBytes);
      this.#held = larger;
    }
    chunk.copy(this.#held, this.#heldBytes, position, position + length);
    this.#heldBytes = bytes;
  }

  #deliver(buffer: Buffer, start: number, length: number): void {
    const data = buffer.readUInt32BE(start) !== 0;
    if (data) this.#consumer.data(buffer, start + 4, start + length);
    else this.#consumer.control(buffer, start + 8, start + length);
  }

  /** Bytes of the frame with its length words, or of as many length words as are needed to know. */
  #neededBytes(buffer: Buffer, start: number, available: number): number {
    if (available < 4) return 4;
    const dataBytes = buffer.readUInt32BE(start);
    if (dataBytes > this.#maxFrameBytes) {
      throw new FrameStreamError('oversized_frame', `a frame of ${dataBytes} bytes`);
    }
    if (dataBytes > 0) return 4 + dataBytes;
    if (available < 8) return 8;
    const controlBytes = buffer.readUInt32BE(start + 4);
    if (controlBytes < 4 || controlBytes > maxControlBytes) {
      throw new FrameStreamError('bad_control_frame', `a control frame of ${controlBytes} bytes`);
    }
    return 8 + controlBytes;
  }
}
