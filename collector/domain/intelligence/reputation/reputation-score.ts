/** A reputation has these eight components, told in this order. */
export const reputationComponents = [
  'dns_config',
  'email_auth',
  'dnssec',
  'ssl_tls',
  'stability',
  'threat_intel',
  'diversity',
  'performance',
] as const;

export type ReputationComponent = (typeof reputationComponents)[number];

export interface ReputationScore {
  readonly domain: string;
  /** 0 to 1000; null if nothing at all was measured. */
  readonly score: number | null;
  /** `A+` to `F`; null with the score. */
  readonly grade: string | null;
  /** The most that a domain can have that lists of threats name like this one; null if that lowered nothing. */
  readonly ceiling: number | null;
  readonly components: readonly ComponentScore[];
  /** Recommendations, the one that would gain most first. */
  readonly recommendations: readonly string[];
}

export interface ComponentScore {
  readonly component: ReputationComponent;
  /** The weight of 1000, before weights of components that were not measured are shared out. */
  readonly weight: number;
  /** 0 to 100; null if nothing was measured, which counts neither for nor against. */
  readonly points: number | null;
  /** The points that the component brings to the score, of `possible`. */
  readonly contribution: number;
  /** Its share of 1000 among what was measured. */
  readonly possible: number;
  readonly reasons: readonly ScoreReason[];
}

/** A score reason states why points are given or taken. */
export interface ScoreReason {
  /** Points of 100 of the component; negative if they are taken. */
  readonly points: number;
  readonly message: string;
  readonly rule: string;
}
