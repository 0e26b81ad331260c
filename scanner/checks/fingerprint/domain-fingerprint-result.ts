/** A domain fingerprint names the providers that serve a domain. No key of an object in it is data. */
export interface DomainFingerprintResult {
  readonly providers: {
    /** Null if the servers tell of no provider that we know. */
    readonly dns: string | null;
    /** Null, as in the two that follow, if none is known and not all could be asked. */
    readonly cdn: readonly string[] | null;
    readonly hosting: readonly string[] | null;
    readonly mail: readonly string[] | null;
  };
  /** Null if it could not be told. */
  readonly characteristics: {
    readonly anycast: boolean | null;
    readonly loadBalanced: boolean | null;
    readonly geoDistributed: boolean | null;
  };
  /** 0 to 1: how sure the providers above are, by the evidence; null without any. */
  readonly confidence: number | null;
  /** Null if there is none and not all could be asked. */
  readonly evidence: readonly FingerprintEvidence[] | null;
}

export interface FingerprintEvidence {
  readonly provider: string;
  readonly role: 'dns' | 'cdn' | 'hosting' | 'mail';
  /** The source of the evidence: `ns`, `cname`, `soa`, `mx`, `ptr`, `header`, `network`. */
  readonly source: string;
  readonly value: string;
  /** 0 to 1. */
  readonly confidence: number;
}
