/** A streamed answer is sent as it comes, of a content type that the contract names besides JSON. */
export class StreamedAnswer<Chunk extends string | Uint8Array = string | Uint8Array> {
  readonly contentType: string;
  readonly chunks: AsyncIterable<Chunk>;
  /** The name that a browser saves it under. */
  readonly fileName: string;
  /** Bytes of all chunks, if that is known before. */
  readonly bytes: number | undefined;

  constructor(contentType: string, fileName: string, chunks: AsyncIterable<Chunk>, bytes?: number) {
    this.contentType = contentType;
    this.fileName = fileName;
    this.chunks = chunks;
    this.bytes = bytes;
  }
}
