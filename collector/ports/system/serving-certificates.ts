/** TLS material is a certificate chain and its key, in PEM. */
export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
}

/** A taker serves with the certificate. */
export interface CertificateTaker {
  setSecureContext(material: TlsMaterial): void;
}

/** A certificate that an authority gave to all collectors that share a database. */
export interface KeptCertificate {
  /** The address of the authority's directory. */
  readonly directory: string;
  readonly names: readonly string[];
  /** PEM, the collector's own first. */
  readonly chain: string;
  /** The private key, sealed. */
  readonly sealedKey: string;
  readonly issuedAt: Date;
  readonly endsAt: Date;
  /** When the next one is asked for, and when the authority is asked about that again. */
  readonly renewAt: Date;
  readonly lookAgainAt: Date;
}

/** Certificate attempts tell how asking for certificates has gone since the last one came. */
export interface CertificateAttempts {
  readonly failures: number;
  readonly failedAt: Date | null;
  readonly lastFailure: string | null;
  /** Nothing is asked for before, unless it is something else. */
  readonly notBefore: Date | null;
  readonly askedFor: string | null;
}

/** A published challenge is what an authority looks for while it makes sure that a name leads here. */
export interface PublishedChallenge {
  readonly token: string;
  readonly kind: string;
  readonly name: string;
  /** The token and the account's key (RFC 8555 section 8.1). */
  readonly keyAuthorization: string;
}

/** The store of serving certificates has what collectors that serve under one name have in common. */
export interface ServingCertificateStore {
  /** The sealed key of the account with an authority: the one that is there already, or else this one from now on. */
  accountKey(directory: string, sealedKey: string): Promise<string>;
  /** Puts another key in its place, where the one that is there can't be opened any more. */
  replaceAccountKey(directory: string, sealedKey: string): Promise<void>;
  certificate(): Promise<KeptCertificate | undefined>;
  /** Takes the place of the one before, and forgets failures. */
  keep(certificate: KeptCertificate): Promise<void>;
  planRenewal(times: { readonly renewAt: Date; readonly lookAgainAt: Date }): Promise<void>;
  attempts(): Promise<CertificateAttempts>;
  noteFailure(failure: {
    readonly at: Date;
    readonly message: string;
    readonly notBefore: Date;
    readonly askedFor: string;
  }): Promise<void>;
  /** Lets the next certificate be asked for from `now` on. */
  askSoon(now: Date): Promise<void>;
  publish(challenge: PublishedChallenge, seconds: number): Promise<void>;
  withdraw(token: string): Promise<void>;
  challengeByToken(token: string): Promise<PublishedChallenge | undefined>;
  challengeByName(kind: string, name: string): Promise<PublishedChallenge | undefined>;
}

/** A certificate state tells where the certificate that is served came from, and how it stands with the next one. */
export interface CertificateState {
  readonly source: 'none' | 'files' | 'acme';
  /** Null without TLS. */
  readonly names: readonly string[] | null;
  readonly issuer: string | null;
  readonly endsAt: Date | null;
  /** When it is renewed; null if that is not the collector's to do. */
  readonly renewsAt: Date | null;
  /** A certificate of the collector's own that nobody trusts is served until there is another. */
  readonly temporary: boolean;
  readonly failures: number;
  readonly failedAt: Date | null;
  readonly lastFailure: string | null;
  readonly nextAttemptAt: Date | null;
}

/** The certificate of the collector's listener, for who looks after the collector. */
export interface CollectorCertificate {
  state(): CertificateState;
  /** Lets the next certificate be asked for at once; false if this collector asks nobody. */
  askSoon(): Promise<boolean>;
}
