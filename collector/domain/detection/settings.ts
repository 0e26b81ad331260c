import type { ClientRole } from '../../ports/threats/site-profiles.ts';
import type {
  TunnelAddressesSettings,
  TunnelAnswersSettings,
  TunnelFastSettings,
  TunnelNoApexSettings,
  TunnelSlowSettings,
  TunnelSpreadSettings,
  TunnelTypesSettings,
  VolumeSettings,
} from './detectors/tunnels/tunnel-settings.ts';
import type { Exclusion } from './exclusions.ts';
import type { SigmaRuleSet } from './sigma/rule-set.ts';

/**
 * Detection settings hold everything that can be set about detection at a location. Seconds, counts and shares as the
 * names say.
 */
export interface DetectionSettings {
  readonly exclusions: readonly Exclusion[];
  /** Canaries whose names may come in. */
  readonly canaries: readonly CanaryInForce[];
  /** Detectors that are switched off. */
  readonly disabled: readonly string[];
  readonly site: SiteSettings;
  /** The operator's Sigma rules, if there are any. */
  readonly sigma?: SigmaRuleSet;
  readonly tunnelFast: TunnelFastSettings;
  readonly tunnelAnswers: TunnelAnswersSettings;
  readonly tunnelAddresses: TunnelAddressesSettings;
  readonly volume: VolumeSettings;
  readonly tunnelNoApex: TunnelNoApexSettings;
  readonly tunnelSlow: TunnelSlowSettings;
  readonly tunnelSpread: TunnelSpreadSettings;
  readonly tunnelTypes: TunnelTypesSettings;
  readonly dga: DgaSettings;
  readonly nxdomainStorm: NxdomainStormSettings;
  readonly randomSubdomains: RandomSubdomainSettings;
  readonly fastFlux: FastFluxSettings;
  readonly rebinding: RebindingSettings;
  readonly lookalike: LookalikeSettings;
  readonly newlyObserved: NewlyObservedSettings;
  readonly beacon: BeaconSettings;
  readonly amplification: AmplificationSettings;
  readonly poisoning: PoisoningSettings;
  readonly resolverBypass: ResolverBypassSettings;
  readonly namePoisoning: NamePoisoningSettings;
  readonly callbackService: CallbackServiceSettings;
  readonly reconnaissance: ReconnaissanceSettings;
  readonly stagedCode: StagedCodeSettings;
  readonly brandLookalike: BrandLookalikeSettings;
  readonly nxdomainHijack: NxdomainHijackSettings;
}

/** These settings say what the operator knows of the site, which holds before what is learned. */
export interface SiteSettings {
  /** Domains whose names have private addresses, with all below them. */
  readonly ownZones: readonly string[];
  /** Clients, or networks of clients, and their roles; `none` takes a learned one back. The first that covers a client holds. */
  readonly roles: readonly { readonly client: string; readonly role: ClientRole | 'none' }[];
}

export interface CanaryInForce {
  readonly id: string;
  /** Milliseconds since 1970: queries that are seen later are like any other. */
  readonly until: number;
}

export interface DgaSettings {
  readonly windowSeconds: number;
  readonly recentDomains: number;
  readonly flaggedDomains: number;
  /** So many of the recent domains must be flagged within a day. */
  readonly slowDomains: number;
  /** Judged labels in the window at the least for the sum of their evidence, and what it must reach. */
  readonly evidenceDomains: number;
  readonly evidence: number;
  /** Domains asked for themselves in the window before what they share is looked for ... */
  readonly patternDomains: number;
  /** ... and before their number alone, with this share of failing ones, is a sign. */
  readonly failingDomains: number;
  readonly failingShare: number;
  /** On a machine in use, domains within a day that the registry denies, and their share of all domains meanwhile. */
  readonly inUseDomains: number;
  readonly inUseShare: number;
}

export interface NxdomainStormSettings {
  /** Different failing names of one client within 60 seconds, wherever on the clock, at the least ... */
  readonly leastNames: number;
  /** ... and that many times its usual number. */
  readonly timesBaseline: number;
}

export interface RandomSubdomainSettings {
  readonly uniqueNames: number;
  readonly windowSeconds: number;
  readonly failingShare: number;
}

export interface FastFluxSettings {
  readonly leastAddresses: number;
  readonly networkRatio: number;
  readonly mostTtl: number;
  readonly rounds: number;
  /** Without knowledge of ASNs: addresses, the ratio of their /16 (IPv6: /32) prefixes, and different first octets. */
  readonly addressesWithoutAsn: number;
  readonly prefixRatio: number;
  readonly firstOctets: number;
}

export interface RebindingSettings {
  /** Public and private answers must follow each other within the TTL, or this many seconds if that is longer. */
  readonly leastSeconds: number;
  /** A TTL above that makes it a remark. */
  readonly mostTtl: number;
  /** Seconds after a public answer with a shorter TTL than that. */
  readonly shortTtlSeconds: number;
}

export interface LookalikeSettings {
  /** Registrable domains to watch for imitations of. */
  readonly watched: readonly string[];
  /** Labels shorter than that have too many neighbours. */
  readonly shortestLabel: number;
}

export interface NewlyObservedSettings {
  /** A domain not seen for so long is new again. */
  readonly days: number;
  /** No domain is called new before the location has been watched for so long. */
  readonly quietDays: number;
}

export interface BeaconSettings {
  readonly leastSamples: number;
  readonly leastSeconds: number;
  readonly leastInterval: number;
  /** How even intervals are from which a remark is made, and from which more may be: a clock with jitter is less even. */
  readonly remarkScore: number;
  readonly score: number;
  readonly mostClients: number;
}

export interface AmplificationSettings {
  readonly windowSeconds: number;
  readonly queries: number;
  readonly ratio: number;
  readonly severeQueries: number;
}

export interface PoisoningSettings {
  readonly windowSeconds: number;
  readonly unsolicited: number;
}

export interface ResolverBypassSettings {
  /** Queries of one client to a server that its site does not use, in a day. */
  readonly queries: number;
  /** A server with so many clients, and that share of the site's, is one that the site uses. */
  readonly usualClients: number;
  readonly usualShare: number;
  /** Seconds in which a site's servers are got to know, and nothing is told. */
  readonly quietSeconds: number;
}

export interface NamePoisoningSettings {
  readonly windowSeconds: number;
  /** Different names that one machine answers for with one address, by LLMNR or NetBIOS. */
  readonly names: number;
  /** The same by mDNS, where hosts have aliases. */
  readonly multicastNames: number;
}

export interface CallbackServiceSettings {
  /** Days for which a ticket of a catcher counts after it was given out. */
  readonly ticketDays: number;
}

export interface ReconnaissanceSettings {
  /** Addresses of one /24 whose names a client asks for in that time, most of them in order, or so many in any order. */
  readonly sweepSeconds: number;
  readonly sweepAddresses: number;
  readonly sweepAll: number;
  /** Servers that a client asks about themselves in a day, and zones that it wants whole. */
  readonly askedServers: number;
  readonly zones: number;
  /** Whoever asked for a zone's serial number so lately is a secondary server. */
  readonly secondarySeconds: number;
  /** Of one client below one domain: services that it asks for, and names that do not exist. */
  readonly windowSeconds: number;
  readonly services: number;
  readonly triedNames: number;
  /** Names of one domain that it asks for as aliases, to see whither they lead. */
  readonly aliases: number;
}

export interface StagedCodeSettings {
  /** Encoded records of at least so many octets under names that count, in this time. */
  readonly windowSeconds: number;
  readonly pieces: number;
  readonly pieceOctets: number;
}

export interface BrandLookalikeSettings {
  /** Brands with shorter labels have too many neighbours. */
  readonly shortestBrand: number;
}

export interface NxdomainHijackSettings {
  /** Names that cannot exist with one public address in a day, and different endings among them. */
  readonly names: number;
  readonly endings: number;
}

const day = 86_400;

/**
 * Default settings use the thresholds of the methods' authors, if there are any; docs/detection-evaluation.md says why
 * each is what it is.
 */
export const defaultSettings: DetectionSettings = {
  exclusions: [],
  canaries: [],
  disabled: [],
  site: { ownZones: [], roles: [] },
  tunnelFast: {
    windowSeconds: 60,
    uniqueNames: 20,
    meanPayload: 10,
    fewNames: 5,
    totalPayload: 1_000,
    encodedBits: 5.5,
    carrierShare: 0.5,
    sustainedSeconds: 120,
    sustainedPayload: 3_000,
    serviceClients: 5,
    steadyNames: 100,
    steadySeconds: 300,
    steadyShare: 0.8,
  },
  tunnelAnswers: {
    windowSeconds: 600,
    names: 20,
    meanOctets: 60,
    longSeconds: 3_600,
    longNames: 5,
    longOctets: 160,
    encodedBits: 5.5,
  },
  tunnelAddresses: { windowSeconds: 600, names: 6, firstOctets: 5 },
  volume: {
    tenMinuteOctets: 40_000,
    hourOctets: 120_000,
    dayOctets: 150_000,
    exemptOctets: 80_000,
    usualDomains: 1_000,
  },
  tunnelNoApex: { windowSeconds: 60, names: 10, characters: 30, encodedBits: 5.5 },
  tunnelSlow: {
    windowSeconds: day,
    steps: [100, 500, 800, 1_000],
    meanPayload: 10,
    encodedBits: 5.5,
    serviceClients: 3,
    knownDays: 14,
  },
  tunnelSpread: {
    hourOctets: 40_000,
    dayOctets: 100_000,
    domains: 3,
    domainNames: 5,
    encodedBits: 5.5,
    serviceClients: 5,
  },
  tunnelTypes: { windowSeconds: 3_600, types: 20 },
  dga: {
    windowSeconds: 600,
    recentDomains: 10,
    flaggedDomains: 5,
    slowDomains: 8,
    evidenceDomains: 10,
    evidence: 5,
    patternDomains: 12,
    failingDomains: 24,
    failingShare: 0.9,
    inUseDomains: 48,
    inUseShare: 0.12,
  },
  nxdomainStorm: { leastNames: 200, timesBaseline: 10 },
  randomSubdomains: { uniqueNames: 1_000, windowSeconds: 60, failingShare: 0.5 },
  fastFlux: {
    leastAddresses: 5,
    networkRatio: 0.5,
    mostTtl: 300,
    rounds: 3,
    addressesWithoutAsn: 30,
    prefixRatio: 0.8,
    firstOctets: 15,
  },
  rebinding: { leastSeconds: 60, mostTtl: 60, shortTtlSeconds: 900 },
  lookalike: { watched: [], shortestLabel: 5 },
  newlyObserved: { days: 90, quietDays: 14 },
  beacon: {
    leastSamples: 24,
    leastSeconds: 6 * 3_600,
    leastInterval: 30,
    remarkScore: 0.65,
    score: 0.8,
    mostClients: 3,
  },
  amplification: { windowSeconds: 60, queries: 100, ratio: 10, severeQueries: 1_000 },
  poisoning: { windowSeconds: 10, unsolicited: 50 },
  resolverBypass: { queries: 5, usualClients: 5, usualShare: 0.1, quietSeconds: 600 },
  namePoisoning: { windowSeconds: 600, names: 5, multicastNames: 12 },
  callbackService: { ticketDays: 90 },
  reconnaissance: {
    sweepSeconds: 600,
    sweepAddresses: 64,
    sweepAll: 200,
    askedServers: 5,
    zones: 3,
    secondarySeconds: 7 * day,
    windowSeconds: 3_600,
    services: 20,
    triedNames: 300,
    aliases: 64,
  },
  stagedCode: { windowSeconds: 3_600, pieces: 5, pieceOctets: 100 },
  brandLookalike: { shortestBrand: 5 },
  nxdomainHijack: { names: 6, endings: 3 },
};

/** A function of this type gives the settings in force at a location. */
export type SettingsOf = (locationId: number) => DetectionSettings;
