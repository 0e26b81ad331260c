const nothing = Buffer.alloc(0);

/** A byte stream takes bytes off a stream of chunks in the amounts that a reader wants. */
export class ByteStream {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = nothing;

  constructor(chunks: AsyncIterator<Buffer>) {
    this.#chunks = chunks;
  }

  /** Returns the next bytes without taking them; fewer if the stream ends before. */
  async peek(count: number): Promise<Buffer> {
    while (this.#rest.length < count) {
      const next = await this.#chunks.next();
      if (next.done === true) break;
      this.#rest = Buffer.concat([this.#rest, next.value]);
    }
    return this.#rest.subarray(0, count);
  }

  /** Takes the next bytes; fewer if the stream ends before. */
  async take(count: number): Promise<Buffer> {
    const bytes = await this.peek(count);
    this.#rest = this.#rest.subarray(bytes.length);
    return bytes;
  }

  /** Takes so many bytes in whichever pieces they come; all that are left without a count. */
  async *pieces(count = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#rest.length === 0) await this.peek(1);
      const piece = this.#rest.subarray(0, left);
      if (piece.length === 0) return;
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }
}
