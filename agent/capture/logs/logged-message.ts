/** A logged record states a resource record as far as a log tells it; `data` is undefined if the log does not tell it whole. */
export interface LoggedRecord {
  /** In presentation format; undefined if the log does not tell it, which then is the name that was asked for. */
  readonly owner: string | undefined;
  readonly type: number;
  /** Seconds. */
  readonly ttl: number;
  readonly data: Uint8Array | undefined;
}

/** A logged message states what the log of another sensor tells of one DNS message. */
export interface LoggedMessage {
  /** Microseconds since 1970. */
  readonly time: number;
  readonly source: string;
  readonly sourcePort: number;
  readonly destination: string;
  readonly destinationPort: number;
  readonly overTcp: boolean;
  readonly id: number;
  /** The second word of the header (RFC 1035 section 4.1.1). */
  readonly flags: number;
  /** The bits of the response code beyond those in the header. */
  readonly extendedCode: number;
  readonly question: { readonly name: string; readonly type: number; readonly class: number } | undefined;
  readonly answers: readonly LoggedRecord[];
  readonly authorities: readonly LoggedRecord[];
}

/** Records of one message whose data is read; those behind are counted in its header. A line may have a hundred thousand. */
export const mostRecords = 512;

/** The header flags are bits of the header's second word (RFC 1035 section 4.1.1, RFC 4035 section 3.2). */
export const headerFlags = {
  response: 0x8000,
  authoritative: 0x0400,
  truncated: 0x0200,
  recursionDesired: 0x0100,
  recursionAvailable: 0x0080,
  authenticData: 0x0020,
  checkingDisabled: 0x0010,
} as const;

/** Puts an operation code and the lower bits of a response code beside flags. */
export function headerWord(flags: number, operationCode: number, responseCode: number): number {
  return flags | ((operationCode & 0x0f) << 11) | (responseCode & 0x0f);
}
