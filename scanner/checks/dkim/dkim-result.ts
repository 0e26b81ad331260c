/** A DKIM result describes the DKIM keys of a domain (RFC 6376, 8301, 8463). No key of an object in it is data. */
export interface DkimResult {
  /** Whether a usable key was found; null if no selector is known, or none could be asked for. */
  readonly valid: boolean | null;
  /** The selectors with a key, in the order of the names; null if none could be asked for. */
  readonly selectors: readonly DkimSelector[] | null;
  /** The number of names that were tried. */
  readonly tried: number;
  /** Whether every name below `_domainkey` answers, so that an answer proves nothing; null if that could not be asked. */
  readonly wildcard: boolean | null;
  /** One sentence. */
  readonly details: string;
}

export interface DkimSelector {
  readonly selector: string;
  /** The target of an alias; null if the record stands at the selector itself. */
  readonly alias: string | null;
  readonly record: string;
  readonly status: 'usable' | 'weak' | 'testing' | 'revoked' | 'unusable';
  readonly keyType: string;
  /** Of an RSA key's modulus, 256 for Ed25519; null if the key can't be read. */
  readonly bits: number | null;
  /** Hash algorithms that it is restricted to; empty for any. */
  readonly hashes: readonly string[];
  /** `y` testing, `s` no subdomains. */
  readonly flags: readonly string[];
  readonly services: readonly string[];
  readonly notes: string | null;
}
