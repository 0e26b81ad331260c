/** A body that is sent as it is, under a content type of its own, instead of as JSON. */
export class RawBody<ContentType extends string> {
  readonly contentType: ContentType;
  readonly content: string | Uint8Array<ArrayBuffer> | Blob;

  constructor(contentType: ContentType, content: string | Uint8Array<ArrayBuffer> | Blob) {
    this.contentType = contentType;
    this.content = content;
  }
}
