/**
 * An MX result describes the mail exchangers of a domain (RFC 5321 section 5, RFC 7505). No key of an object in it is
 * data.
 */
export interface MxResult {
  /** Whether mail can be delivered, or is refused by a sound null MX; null if it could not be looked up. */
  readonly valid: boolean | null;
  /** The domain says that it takes no mail; null if it could not be asked, as in the two that follow. */
  readonly nullMx: boolean | null;
  /** There is no MX, and mail goes to the domain's own address. */
  readonly implicit: boolean | null;
  /** By preference. */
  readonly exchangers: readonly MailExchanger[] | null;
  readonly details: string;
}

export interface MailExchanger {
  readonly host: string;
  readonly preference: number;
  /** Null if they could not be looked up. */
  readonly addresses: readonly string[] | null;
  /** The name is an alias, which it must not be (RFC 2181 section 10.3). */
  readonly alias: string | null;
}
