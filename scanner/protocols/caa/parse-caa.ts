/** A CAA property is one CAA record, read (RFC 8659 section 4.1). */
export interface CaaProperty {
  readonly flags: number;
  /** Lower case: tags are compared without regard to case. */
  readonly tag: string;
  readonly value: string;
}

const critical = 0x80;

export function isCritical({ flags }: CaaProperty): boolean {
  return (flags & critical) !== 0;
}

/** Reads RDATA; undefined if it is broken, or its tag is not of letters and digits. */
export function parseCaa(data: Uint8Array): CaaProperty | undefined {
  const [flags, length] = data;
  if (flags === undefined || length === undefined || length === 0 || data.length < 2 + length)
    return undefined;
  const tag = Buffer.from(data.subarray(2, 2 + length)).toString('latin1');
  if (!/^[A-Za-z0-9]+$/.test(tag)) return undefined;
  return { flags, tag: tag.toLowerCase(), value: Buffer.from(data.subarray(2 + length)).toString('latin1') };
}
