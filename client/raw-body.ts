/**
 * A raw body is sent as it is, under a content type of its own, instead of as JSON. A form brings its own content type,
 * with the boundary of its parts.
 */
export class RawBody<ContentType extends string> {
  readonly contentType: ContentType;
  readonly content: string | Uint8Array<ArrayBuffer> | Blob | FormData;

  constructor(contentType: ContentType, content: string | Uint8Array<ArrayBuffer> | Blob | FormData) {
    this.contentType = contentType;
    this.content = content;
  }
}
