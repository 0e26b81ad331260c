/** A streamed answer is sent as it comes, of a content type that the contract names besides JSON. */
export class StreamedAnswer {
  readonly contentType: string;
  readonly chunks: AsyncIterable<string>;
  /** The name that a browser saves it under. */
  readonly fileName: string;

  constructor(contentType: string, fileName: string, chunks: AsyncIterable<string>) {
    this.contentType = contentType;
    this.fileName = fileName;
    this.chunks = chunks;
  }
}
