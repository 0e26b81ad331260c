/**
 * A service binding result describes the service bindings of a domain (RFC 9460). No key of an object in it is data.
 */
export interface SvcbResult {
  /** SVCB of the domain and of `_dns.` below it (RFC 9461); null if neither could be looked up. */
  readonly svcbRecords: readonly ServiceBindingEntry[] | null;
  /** Null if they could not be looked up. */
  readonly httpsRecords: readonly ServiceBindingEntry[] | null;
  /** Names that aliases led over, the domain first. */
  readonly aliasChain: readonly string[];
  /** Null if no record says so and not all could be looked up. */
  readonly supportsHttp3: boolean | null;
  readonly supportsEch: boolean | null;
  /** By our own validation of the HTTPS records; null if it was not told. */
  readonly security: string | null;
}

export interface ServiceBindingEntry {
  readonly owner: string;
  readonly priority: number;
  readonly target: string;
  readonly alpn: readonly string[];
  readonly noDefaultAlpn: boolean;
  readonly port: number | null;
  readonly ipv4hint: readonly string[];
  readonly ipv6hint: readonly string[];
  /** The ECHConfigList, base64. */
  readonly ech: string | null;
  /** Names of the keys. */
  readonly mandatory: readonly string[];
  /** URI template (RFC 9461). */
  readonly dohpath: string | null;
  readonly ohttp: boolean;
  /** Other keys; values hexadecimal. */
  readonly other: readonly { readonly key: string; readonly value: string }[];
  /** Whether a client would use it: well formed, and no mandatory key that is unknown. */
  readonly usable: boolean;
  /** Presentation form. */
  readonly text: string;
}
