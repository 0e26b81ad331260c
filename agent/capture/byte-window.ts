/** A byte window is a buffer that bytes are appended to at its end and taken from at its start. */
export class ByteWindow {
  bytes: Buffer;
  start = 0;
  end = 0;

  constructor(size: number) {
    this.bytes = Buffer.alloc(size);
  }

  get length(): number {
    return this.end - this.start;
  }

  /** Moves what is left to the front and makes sure that so many bytes fit behind it. */
  makeRoom(count: number): void {
    const { bytes, start, length } = this;
    if (length + count > bytes.length) {
      this.bytes = Buffer.alloc(Math.max(bytes.length * 2, length + count));
      bytes.copy(this.bytes, 0, start, this.end);
    } else bytes.copyWithin(0, start, this.end);
    this.start = 0;
    this.end = length;
  }

  append(chunk: Uint8Array): void {
    this.makeRoom(chunk.length);
    this.bytes.set(chunk, this.end);
    this.end += chunk.length;
  }
}
