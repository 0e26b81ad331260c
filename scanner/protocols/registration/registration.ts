/** A registration holds a registry's data on a domain. A value that it does not tell, or hides, is null. */
export interface Registration {
  readonly source: 'rdap' | 'whois';
  /** The base URL of the RDAP service, or the WHOIS server's name. */
  readonly server: string;
  /** The registered domain, in stored form. */
  readonly domain: string;
  readonly handle: string | null;
  readonly registrar: Registrar | null;
  /** ISO 8601. */
  readonly registeredAt: string | null;
  readonly updatedAt: string | null;
  readonly expiresAt: string | null;
  /** In the words of EPP (RFC 5731 section 2.3, RFC 3915): `clientTransferProhibited`. */
  readonly status: readonly string[];
  /** In stored form; null if the registry does not name them. */
  readonly nameServers: readonly string[] | null;
  /** Whether the registry has DS records for it. */
  readonly dnssecSigned: boolean | null;
  readonly registrant: Registrant | null;
  /** Names of what the registry says that it hides (RFC 9537). */
  readonly redacted: readonly string[];
}

export interface Registrar {
  readonly name: string | null;
  /** In the IANA's registry of registrars. */
  readonly ianaId: number | null;
  readonly abuseEmail: string | null;
  readonly abusePhone: string | null;
}

export interface Registrant {
  readonly organization: string | null;
  readonly country: string | null;
}

/** The registration facts are read from one answer, before it is known which server gave it. */
export type RegistrationFacts = Omit<Registration, 'source' | 'server'>;

export interface SourceFailure {
  readonly source: 'rdap' | 'whois';
  /** `limited` if the server wants to be asked later; `unsupported` if there is nobody to ask. */
  readonly code: string;
  readonly message: string;
}

export type RegistrationAnswer =
  | { readonly state: 'registered'; readonly registration: Registration }
  | { readonly state: 'not_registered'; readonly source: 'rdap' | 'whois'; readonly server: string }
  | { readonly state: 'unknown' };
