import type { Severity } from '@sonde/shared/schemas/severity.ts';

/**
 * A canary's pattern imitates a threat with harmless names: a tunnel, generated domains, a burst of names that don't
 * exist.
 */
export const canaryPatterns = ['tunnel', 'dga', 'nxdomain'] as const;
export type CanaryPattern = (typeof canaryPatterns)[number];

/**
 * A canary is a trial of detection: an agent asks for names that bear the canary's id, and sensors say what they made
 * of them.
 */
export interface Canary {
  /** Letters and digits; part of each name. */
  readonly id: string;
  /** The location of the agent that asks. */
  readonly locationId: number;
  readonly patterns: readonly CanaryPattern[];
  readonly createdAt: Date;
  readonly endsAt: Date;
}

/**
 * A canary sighting states what a location, or one of its agents, made of a canary: of its queries that were seen
 * there, or of one detector that they would have alarmed.
 */
export interface CanarySighting {
  readonly canary: string;
  readonly locationId: number;
  /** Null for what all agents of the location saw together. */
  readonly agentId: number | null;
  /** Null if this tells of the queries alone. */
  readonly raised: { readonly type: string; readonly severity: Severity } | null;
  readonly count: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

export interface CanaryStore {
  /** Undefined if the account began as many as it may within the last hour. */
  add(
    canary: Omit<Canary, 'createdAt'> & { readonly accountId: number },
    mostAnHour: number,
  ): Promise<Canary | undefined>;
  /** The latest ones, newest first. */
  list(accountId: number, most: number): Promise<Canary[]>;
  sightings(accountId: number, canaries: readonly string[]): Promise<CanarySighting[]>;
  /**
   * Lists the canaries whose names may still come in, with each location that may see them: all of the account. Sensors
   * that were away send what they saw up to a day later. The latest 100 of each account.
   */
  inForce(): Promise<{ readonly canary: string; readonly locationId: number; readonly endsAt: Date }[]>;
}
