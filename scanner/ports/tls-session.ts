/**
 * A TLS session holds the facts of one TLS handshake. Certificates are not trusted by being here: their readers judge
 * them.
 */
export interface TlsSession {
  /** DER, in the order that the server sent them. */
  readonly chain: readonly Uint8Array[];
  /** `TLSv1.2`, `TLSv1.3`. */
  readonly version: string;
  readonly cipher: string;
  /** DER of the stapled OCSP response, if one came. */
  readonly ocspResponse?: Uint8Array;
  /** Whether the system's (and the configured) authorities vouch for the chain; the reason, if they do not. */
  readonly trusted: boolean;
  readonly trustError?: string;
  readonly alpn?: string;
  /** Milliseconds. */
  readonly milliseconds: number;
}

export interface TlsTarget {
  /** An address; the guard has the last word on it. */
  readonly address: string;
  readonly port: number;
  /** SNI. */
  readonly serverName: string;
  readonly alpn?: readonly string[];
  /** To see which versions a server takes. */
  readonly minVersion?: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3';
  readonly maxVersion?: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3';
  readonly signal: AbortSignal;
}

export type ProbeFailure =
  | 'timeout'
  | 'refused'
  | 'unreachable'
  | 'malformed'
  | 'too_large'
  | 'refused_by_policy';

export class ProbeError extends Error {
  readonly failure: ProbeFailure;

  constructor(failure: ProbeFailure, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ProbeError';
    this.failure = failure;
  }
}

/** A TLS probe rejects with a ProbeError if no handshake came about. */
export interface TlsProbe {
  handshake(target: TlsTarget): Promise<TlsSession>;
}
