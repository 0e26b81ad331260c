export interface TunnelFastSettings {
  readonly windowSeconds: number;
  /** Different subdomains in the window whose payload is at least `meanPayload` octets on average. */
  readonly uniqueNames: number;
  readonly meanPayload: number;
  /** Or this many different ones with this much payload in all. */
  readonly fewNames: number;
  readonly totalPayload: number;
  /** Bits a character from which text counts as encoded: see docs/detection-evaluation.md. */
  readonly encodedBits: number;
  /** Share of queries for types that carry data (TXT, NULL, CNAME, MX, SRV ...) that makes it severe. */
  readonly carrierShare: number;
  /** Without such types: seconds and octets that make it more than a remark. */
  readonly sustainedSeconds: number;
  readonly sustainedPayload: number;
  /** Clients with the same pattern below the same domain that make it a service's way rather than a tunnel. */
  readonly serviceClients: number;
  /** Names since it began, seconds, and share of types that carry data, from which short names count: a tunnel that idles. */
  readonly steadyNames: number;
  readonly steadySeconds: number;
  readonly steadyShare: number;
}

/**
 * These settings are for data carried down: different names below one domain whose answers are encoded and all
 * different.
 */
export interface TunnelAnswersSettings {
  readonly windowSeconds: number;
  readonly names: number;
  readonly meanOctets: number;
  /** So few names are enough, in that time, if their answers are so long on average. */
  readonly longSeconds: number;
  readonly longNames: number;
  readonly longOctets: number;
  readonly encodedBits: number;
}

/**
 * These settings are for data carried down in addresses: different names below one domain with addresses that no host
 * can have.
 */
export interface TunnelAddressesSettings {
  readonly windowSeconds: number;
  readonly names: number;
  readonly firstOctets: number;
}

/** These settings are for new octets between one client and one registrable domain, whatever carries them. */
export interface VolumeSettings {
  readonly tenMinuteOctets: number;
  readonly hourOctets: number;
  readonly dayOctets: number;
  /** Beside those, octets in ten minutes of look-ups in lists, of keys and of digests. */
  readonly exemptOctets: number;
  /** Different domains that a client asks for in an hour, beyond which its limits grow: several sit behind it. */
  readonly usualDomains: number;
}

export interface TunnelNoApexSettings {
  readonly windowSeconds: number;
  readonly names: number;
  readonly characters: number;
  readonly encodedBits: number;
}

export interface TunnelSlowSettings {
  readonly windowSeconds: number;
  /** Different encoded subdomains for a remark, a low, a medium and a high threat. */
  readonly steps: readonly [remark: number, low: number, medium: number, high: number];
  readonly meanPayload: number;
  readonly encodedBits: number;
  readonly serviceClients: number;
  /** A domain known for longer than that is one step less severe. */
  readonly knownDays: number;
}

/** These settings are for long encoded names of one client below several domains together. */
export interface TunnelSpreadSettings {
  readonly hourOctets: number;
  readonly dayOctets: number;
  /** Domains below which a client asks for so many such names each. */
  readonly domains: number;
  readonly domainNames: number;
  readonly encodedBits: number;
  /** So many clients make a domain a service, which does not count. */
  readonly serviceClients: number;
}

/** These settings are for data in the numbers of types: different unassigned ones of one client below one domain. */
export interface TunnelTypesSettings {
  readonly windowSeconds: number;
  readonly types: number;
}
