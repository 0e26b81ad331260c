/**
 * A resolver fingerprint describes a resolver's software and behaviour. Null everywhere stands for "could not be told".
 */
export interface ResolverFingerprintResult {
  readonly resolver: string;
  readonly reachable: boolean;
  readonly software: {
    readonly name: string;
    readonly version: string | null;
    readonly confidence: number;
  } | null;
  /** The resolver's statements about itself. */
  readonly identity: {
    readonly versionBind: string | null;
    readonly versionServer: string | null;
    readonly hostnameBind: string | null;
    readonly idServer: string | null;
    readonly authors: string | null;
    /** Name server identifier (RFC 5001), as text if it is text, else hexadecimal. */
    readonly nsid: string | null;
  };
  readonly edns: {
    readonly supported: boolean | null;
    readonly udpSize: number | null;
    readonly version: number | null;
  };
  readonly behaviour: {
    readonly recursion: boolean | null;
    /** Refuses what is bogus and sets AD on what is secure. */
    readonly validatesDnssec: boolean | null;
    readonly passesDnssecRecords: boolean | null;
    /** Repeats the letters of the question as they came. */
    readonly keepsCase: boolean | null;
    readonly answersTcp: boolean | null;
    /** DNS cookies (RFC 7873). */
    readonly cookies: boolean | null;
    /** RFC 9156. */
    readonly minimisesNames: boolean | null;
    /** RFC 8482. */
    readonly refusesAny: boolean | null;
    /** Tells of extended errors (RFC 8914). */
    readonly extendedErrors: boolean | null;
  };
  /** Milliseconds of the quickest answer. */
  readonly milliseconds: number | null;
}
