import type { CertificateSummary } from '../../protocols/tls/certificate-summary.ts';
import type { ChainProblem } from '../../protocols/tls/chain-problem.ts';
import type { StapleStatus } from '../../protocols/tls/staple-status.ts';

/** A TLS result describes the TLS of a domain's web server. No key of an object in it is data. */
export interface TlsResult {
  /** Whether the chain of every address that answered verifies for the domain; null if none answered. */
  readonly valid: boolean | null;
  /** The certificate of the first address that answered; null if none did. */
  readonly certificate: CertificateSummary | null;
  /** One for each address that answered; null if no address could be looked up. */
  readonly endpoints: readonly TlsEndpoint[] | null;
  /** Null if the site could not be fetched over HTTPS. */
  readonly strictTransport: StrictTransport | null;
}

/** A TLS endpoint describes the TLS of one address and port. */
export interface TlsEndpoint {
  readonly address: string;
  readonly port: number;
  readonly serverName: string;
  readonly version: string;
  readonly cipher: string;
  readonly alpn: string | null;
  /** `accepted` is null if it could not be tried. */
  readonly versions: readonly { readonly version: string; readonly accepted: boolean | null }[];
  /** The certificates as sent, the server's own first. */
  readonly chain: readonly CertificateSummary[];
  readonly valid: boolean;
  readonly problems: readonly ChainProblem[];
  /** Subjects from the server's certificate to the trusted root; empty if there is no such path. */
  readonly path: readonly string[];
  readonly order: 'in_order' | 'out_of_order';
  /** Whether certificates between the server's and a root were not sent. */
  readonly incomplete: boolean;
  /** Subjects of certificates that were sent without need. */
  readonly extra: readonly string[];
  readonly staple: StapleStatus | null;
  /** Promises of logs within the certificate; null if no list of logs is set. */
  readonly timestamps: readonly TlsTimestamp[] | null;
  /** Milliseconds of the handshake. */
  readonly milliseconds: number;
}

/** A TLS timestamp is a signed certificate timestamp (RFC 6962 section 3.2). */
export interface TlsTimestamp {
  /** Null if the list of logs does not have it. */
  readonly log: string | null;
  readonly operator: string | null;
  /** Hexadecimal. */
  readonly logId: string;
  /** ISO 8601; null if it is no time. */
  readonly at: string | null;
  /** Null if it could not be verified. */
  readonly valid: boolean | null;
}

/** A strict transport entry describes the header of RFC 6797. */
export interface StrictTransport {
  readonly present: boolean;
  /** Seconds. */
  readonly maxAge: number | null;
  readonly includeSubDomains: boolean;
  readonly preload: boolean;
  readonly raw: string | null;
}
