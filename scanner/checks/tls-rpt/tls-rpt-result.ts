/** A TLS-RPT result describes the SMTP TLS reporting of a domain (RFC 8460). No key of an object in it is data. */
export interface TlsRptResult {
  readonly valid: boolean | null;
  readonly record: string | null;
  /** `mailto:` and `https:` URIs that are sound; null if they could not be looked up. */
  readonly destinations: readonly string[] | null;
  readonly details: string;
}
