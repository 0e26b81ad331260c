/**
 * A CAA result states which authorities may issue certificates for a domain (RFC 8659). No key of an object in it is
 * data.
 */
export interface CaaResult {
  /** The domain or the ancestor of it whose records count; null if there are none at all. */
  readonly foundAt: string | null;
  /** Names that were asked on the way up, the domain first. */
  readonly climbed: readonly string[];
  /** Null if they could not be looked up. */
  readonly records: readonly CaaRecord[] | null;
  readonly issuance: CaaVerdict;
  /** For certificates with a wildcard name. */
  readonly wildcardIssuance: CaaVerdict;
  /** The addresses to which violations are to be reported; null if that could not be looked up. */
  readonly iodef: readonly string[] | null;
  /** By our own validation; null if it was not told. */
  readonly security: string | null;
}

/**
 * A CAA verdict states who may issue: `anyone` if nothing restricts it; `undetermined` if the records could not be
 * read.
 */
export interface CaaVerdict {
  readonly permits: 'anyone' | 'listed' | 'nobody' | 'undetermined';
  /** Null if `undetermined`. */
  readonly issuers: readonly CaaIssuer[] | null;
}

export interface CaaIssuer {
  /** The issuer's domain, lower case. */
  readonly domain: string;
  /** RFC 8657 section 3; null if any account will do. */
  readonly accountUri: string | null;
  /** RFC 8657 section 4; null if any method will do. */
  readonly validationMethods: readonly string[] | null;
  readonly parameters: readonly { readonly tag: string; readonly value: string }[];
}

export interface CaaRecord {
  readonly flags: number;
  readonly critical: boolean;
  /** Lower case. */
  readonly tag: string;
  readonly value: string;
  /** Whether its value keeps to the grammar of its tag. */
  readonly wellFormed: boolean;
}
