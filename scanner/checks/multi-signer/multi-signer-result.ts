/**
 * A multi-signer result states whether a zone is signed by several providers side by side (RFC 8901), and whether they
 * fit together.
 */
export interface MultiSignerResult {
  readonly zone: string | null;
  /** Null if no server answered. */
  readonly signed: boolean | null;
  /**
   * `single`: one signer. `model_1`: one set of key-signing keys, a zone-signing key for each signer. `model_2`: each signer has
   * both of its own (RFC 8901 section 2.1). `none`: not signed.
   */
  readonly model: 'none' | 'single' | 'model_1' | 'model_2' | null;
  /** Whether a resolver can mix the answers of all servers without failing; null if that could not be told. */
  readonly consistent: boolean | null;
  /** Null if no server answered. */
  readonly signers: readonly SignerGroup[] | null;
}

/** A signer group lists servers that answer with signatures of the same keys. */
export interface SignerGroup {
  readonly servers: readonly { readonly name: string; readonly address: string }[];
  /** Tags of the keys that sign the zone's data there. */
  readonly zoneKeys: readonly number[];
  /** Tags of the keys that sign the DNSKEY set there. */
  readonly entryKeys: readonly number[];
  /** All keys that are served there. */
  readonly keys: readonly { readonly keyTag: number; readonly algorithm: number; readonly flags: number }[];
  readonly denial: 'nsec' | 'nsec3' | null;
  readonly nameServers: readonly string[];
  readonly cds: readonly string[];
}
