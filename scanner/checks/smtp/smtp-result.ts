/**
 * An SMTP result describes the mail servers of a domain at the ports of transfer and submission. No key of an object in
 * it is data.
 */
export interface SmtpResult {
  /** Whether every server that answered offers STARTTLS and completes it; null if none answered. */
  readonly starttls25: boolean | null;
  readonly starttls587: boolean | null;
  /** Null if it could not be found out which there are. */
  readonly servers: readonly SmtpServer[] | null;
  readonly details: string;
}

export interface SmtpServer {
  readonly host: string;
  readonly address: string;
  readonly port: number;
  /**
   * `refuses`: the connection, or the greeting. `unreachable`: nothing is known about it, as where port 25 is blocked on the way.
   */
  readonly status:
    | 'secure'
    | 'untrusted'
    | 'tls_failed'
    | 'no_starttls'
    | 'refuses'
    | 'unreachable'
    | 'no_smtp';
  readonly banner: string | null;
  readonly extensions: readonly string[];
  readonly tlsVersion: string | null;
  readonly cipher: string | null;
  /** Whether the certificate is for the host's name; null without TLS. */
  readonly nameMatches: boolean | null;
  /** Whether an authority vouches for it; null without TLS. */
  readonly trusted: boolean | null;
  readonly notAfter: string | null;
  readonly takesInjectedCommands: boolean | null;
  /** The reason why it is not secure, one sentence. */
  readonly problem: string | null;
}
