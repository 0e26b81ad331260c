/** An MTA-STS result describes the MTA-STS of a domain (RFC 8461). No key of an object in it is data. */
export interface MtaStsResult {
  /** Whether the record and the policy are there and sound; null if that could not be looked up. */
  readonly enabled: boolean | null;
  /** Whether every mail exchanger is covered, too; null if that could not be found out. */
  readonly valid: boolean | null;
  readonly record: string | null;
  readonly id: string | null;
  /** The policy as it was served, cut to 64 KiB; null if there is none. */
  readonly policy: string | null;
  readonly mode: 'enforce' | 'testing' | 'none' | null;
  /** Seconds. */
  readonly maxAge: number | null;
  /** Null without a policy that could be read. */
  readonly patterns: readonly string[] | null;
  /** `covered` is by the policy's patterns. Null if either could not be looked up. */
  readonly exchangers: readonly { readonly host: string; readonly covered: boolean }[] | null;
  readonly details: string;
}
