/** The network facts are a registry's data on a network. A value that it does not tell, or hides, is null. */
export interface NetworkFacts {
  /** The first and the last address, both included. */
  readonly first: string;
  readonly last: string;
  readonly handle: string | null;
  readonly name: string | null;
  readonly description: string | null;
  readonly organization: string | null;
  /** Two letters. */
  readonly country: string | null;
  readonly abuseContact: string | null;
  /** Where the network's places are published (RFC 9632), by HTTPS; absent from what was kept before it was read. */
  readonly geofeed?: string | null;
  /** ISO 8601. */
  readonly registeredAt: string | null;
  readonly updatedAt: string | null;
  readonly status: readonly string[];
  /** Names of what the registry says that it hides (RFC 9537). */
  readonly redacted: readonly string[];
}

export interface NetworkRegistration extends NetworkFacts {
  readonly source: 'rdap' | 'whois';
  readonly server: string;
}
