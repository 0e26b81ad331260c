import type { Sighting, Threat } from '../threats/threats.ts';

/**
 * A resolver count states how often something was counted on a day (UTC, `2026-03-14`). `kind` says what of: a total, a
 * transport and so on.
 */
export interface ResolverCount {
  readonly day: string;
  readonly kind: string;
  readonly name: string;
  readonly count: number;
}

/** Resolver reports keep what resolvers tell. A batch that comes again, under the id that it had, changes nothing. */
export interface ResolverReports {
  /** False if the batch was stored before. */
  addCounts(resolverId: number, batchId: string, counts: readonly ResolverCount[]): Promise<boolean>;
  /** Opens threats or adds to open ones. Undefined if the batch was stored before: it is not asked for sightings then. */
  addAlerts(
    resolverId: number,
    batchId: string,
    sightings: () => readonly Sighting[],
  ): Promise<Threat[] | undefined>;
  /** Counts of the days from one to another, both included. */
  counts(resolverIds: readonly number[], from: string, to: string): Promise<Map<number, ResolverCount[]>>;
  /** Forgets the counts of days before this one, and batches that are too old to be repeated. */
  forgetBefore(day: string): Promise<void>;
}
