export interface QuicTarget {
  readonly address: string;
  readonly port: number;
  readonly signal: AbortSignal;
}

/** A QUIC probe rejects with a ProbeError if nothing, or nothing of QUIC, came back. */
export interface QuicProbe {
  /** Versions that a server speaks, as it lists them to one who asks for a version that there is not (RFC 9000 section 6). */
  versions(target: QuicTarget): Promise<readonly number[]>;
}
