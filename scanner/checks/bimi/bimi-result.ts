/**
 * A BIMI result describes the BIMI of a domain (draft-brand-indicators-for-message-identification). No key of an object
 * in it is data.
 */
export interface BimiResult {
  /** Whether the assertion is sound and DMARC backs it; null if that could not be found out. */
  readonly valid: boolean | null;
  readonly record: string | null;
  readonly recordDomain: string | null;
  /** The record says that there is no indicator; null without a record. */
  readonly declined: boolean | null;
  readonly logo: BimiFile | null;
  readonly certificate:
    | (BimiFile & { readonly subject: string | null; readonly notAfter: string | null })
    | null;
  readonly dmarcEnforced: boolean | null;
  readonly details: string;
}

export interface BimiFile {
  readonly url: string;
  /** Null if it could not be fetched. */
  readonly sound: boolean | null;
  readonly bytes: number | null;
}
