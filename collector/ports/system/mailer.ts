export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachments?: readonly {
    readonly filename: string;
    readonly content: string;
    readonly contentType: string;
  }[];
  /** The same for programs that show HTML. */
  readonly html?: string;
  /** The address at which the recipient ends such mails (RFC 2369). */
  readonly unsubscribe?: string;
}

/**
 * A function of this type hands a mail to the mail server. Throws a FetchError if the server can't be reached or
 * doesn't take it.
 */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<void>;
