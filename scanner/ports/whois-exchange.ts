export interface WhoisQuestion {
  /** A host name; the guard has the last word on its address. */
  readonly host: string;
  /** One line, without its end. */
  readonly query: string;
  readonly signal: AbortSignal;
}

/**
 * A WHOIS exchange puts one question to a WHOIS server (RFC 3912), and returns its whole answer. Rejects with a
 * ProbeError.
 */
export interface WhoisExchange {
  ask(question: WhoisQuestion): Promise<string>;
}
