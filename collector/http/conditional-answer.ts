/** Named content is the content of an answer with its entity tag. */
export interface NamedContent {
  readonly bytes: Buffer;
  /** Strong, in quotes (RFC 9110 section 8.8.3). */
  readonly entityTag: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A conditional answer is JSON that is sent byte by byte as it was made, such as signed documents, and that is made
 * only for callers who do not have it: one who names its entity tag in If-None-Match is answered with 304. Its shape is
 * the maker's to keep.
 */
export class ConditionalAnswer {
  /** The tag of the current content, which is cheaper to know than to make. */
  readonly entityTag: string;
  /** Makes the content, which may be newer than the tag by then. */
  readonly content: () => Promise<NamedContent>;

  constructor(entityTag: string, content: () => Promise<NamedContent>) {
    this.entityTag = entityTag;
    this.content = content;
  }
}

/** Tells whether a header If-None-Match names the tag; weak ones too, as compressing an answer makes its tag weak. */
export function namesTag(header: string | undefined, entityTag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(entityTag);
}
