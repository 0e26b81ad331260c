import type { TlsSession } from './tls-session.ts';

export interface SmtpTarget {
  readonly address: string;
  readonly port: number;
  /** The mail exchanger's name, for SNI (RFC 7817, RFC 8461 section 4.2). */
  readonly serverName: string;
  readonly signal: AbortSignal;
}

/**
 * An SMTP session holds the facts of one connection to a mail server, up to STARTTLS; nothing is ever sent through it.
 */
export interface SmtpSession {
  readonly banner: string;
  /** Extensions that EHLO told of (RFC 5321 section 4.1.1.1), upper case, with their parameters. */
  readonly extensions: readonly string[];
  readonly offersStartTls: boolean;
  /** Undefined if STARTTLS was not offered or failed. */
  readonly tls?: TlsSession;
  /** The reason why the handshake behind STARTTLS failed. */
  readonly tlsError?: string;
  /**
   * Whether commands that were sent in the clear right behind STARTTLS were answered within TLS (CVE-2011-0411); undefined
   * if it was not tried.
   */
  readonly takesInjectedCommands?: boolean;
  /** Milliseconds. */
  readonly milliseconds: number;
}

/** An SMTP probe rejects with a ProbeError if no conversation came about. */
export interface SmtpProbe {
  converse(target: SmtpTarget): Promise<SmtpSession>;
}
