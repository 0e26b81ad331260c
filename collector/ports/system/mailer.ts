export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Hands a mail to the mail server. Throws a FetchError where the server can't be reached or doesn't take it. */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<void>;
