import type { ScannedParts } from '@sonde/scanner/ports/domain-scan.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';

/**
 * The reputation input holds all that a score rests on. What is null was not looked at, and counts neither for nor
 * against.
 */
export interface ReputationInput {
  readonly domain: string;
  /** Parts of a scan, by the id of their check. */
  readonly parts: ScannedParts;
  readonly threat: ThreatKnowledge | null;
  readonly stability: StabilityKnowledge | null;
  /** Whole days since the domain was registered; null if no registry told. */
  readonly ageDays?: number | null;
  readonly diversity: DiversityKnowledge | null;
  readonly performance: PerformanceKnowledge | null;
}

/** Threat knowledge states what lists of threats say of the domain. */
export interface ThreatKnowledge {
  /** Lists that were looked at. */
  readonly listsChecked: number;
  /** The severity of the gravest entry; null if no list has the domain. */
  readonly severity: Severity | null;
  readonly lists: readonly string[];
}

/** Stability knowledge states what earlier scans say. */
export interface StabilityKnowledge {
  /** Days from the first scan to the last. */
  readonly observedDays: number;
  readonly scans: number;
  /** Scans that found no answer where one is due. */
  readonly failedScans: number;
  /** Changes of name servers, mail exchangers, addresses or keys in that time. */
  readonly changes: number;
}

/**
 * Diversity knowledge counts the networks that the domain's name servers are spread over; null if that was not found
 * out.
 */
export interface DiversityKnowledge {
  readonly nameServers: number;
  /** Of /24 for IPv4 and /48 for IPv6. */
  readonly prefixes: number;
  readonly autonomousSystems: number | null;
  readonly ipv6: boolean | null;
}

/** Performance knowledge states response times in milliseconds. */
export interface PerformanceKnowledge {
  /** The median time of an authoritative server's answer. */
  readonly dns: number | null;
  /** The time of a handshake with the web server, connection included. */
  readonly tls: number | null;
}
