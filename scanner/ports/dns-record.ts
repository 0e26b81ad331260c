/** A DNS record is one resource record as it came (RFC 1035 section 3.2.1). */
export interface DnsRecord {
  /** Its owner in stored form (shared/dns/names.ts): lower case, no trailing dot, `.` for the root. */
  readonly name: string;
  /** By number; shared/dns/record-types.ts names them. */
  readonly type: number;
  readonly class: number;
  /** Seconds. */
  readonly ttl: number;
  /** RDATA with the names in it written out whole, in the letters that they came in. */
  readonly data: Uint8Array;
  /** RDATA in presentation form, or in the generic form of RFC 3597 section 5 if the type has none here. */
  readonly text: string;
}
