import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { Page } from '../system/page.ts';

/** A value as JSON writes it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** What a detector saw: evidence that opens a threat or adds to an open one. */
export interface Sighting {
  readonly locationId: number;
  readonly type: string;
  readonly severity: Severity;
  /** What the threat is about, and what makes it one threat: the indicator's name, a registrable domain. */
  readonly subject: string;
  readonly clientAddress: string;
  readonly queryName: string;
  readonly source: string;
  readonly message: string;
  /** When the latest of its queries was seen. */
  readonly observedAt: Date;
  /** When the first was, where that is another time. */
  readonly firstObservedAt?: Date;
  /** How many queries of the batch this sighting stands for. */
  readonly count: number;
  /** The MITRE ATT&CK technique that it is evidence of, as `T1071.004`. */
  readonly technique?: string;
  /** What makes the sighting recomputable: counts, sample names, times and the thresholds that were in force. */
  readonly evidence?: { readonly [key: string]: Json };
}

/** What was seen in one batch; nothing, mostly. */
export interface ExaminedBatch {
  readonly batchId: string;
  readonly sightings: readonly Sighting[];
}

export interface Threat {
  readonly id: number;
  readonly locationId: number;
  readonly type: string;
  readonly severity: Severity;
  readonly status: 'open' | 'resolved';
  readonly subject: string;
  readonly clientAddress: string;
  readonly queryName: string;
  readonly source: string;
  readonly message: string;
  readonly count: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly resolvedAt: Date | null;
  readonly resolutionNote: string | null;
  readonly reopenedAt?: Date;
  readonly reopeningNote?: string;
  /** Of its latest sighting, where that named them. */
  readonly technique?: string;
  readonly evidence?: { readonly [key: string]: Json };
}

export interface ThreatFilter {
  readonly locationId?: number | undefined;
  readonly status?: 'open' | 'resolved' | undefined;
  readonly severity?: Severity | undefined;
}

export interface ThreatStore {
  /**
   * Opens threats or adds to open ones, and marks the batches as examined, in one transaction; a batch that is marked
   * already changes nothing, so that a retry counts nothing twice. Returns the threats that were
   * opened or became more severe, as they are now.
   */
  record(batches: readonly ExaminedBatch[]): Promise<Threat[]>;
  list(accountId: number, filter: ThreatFilter, page: Page): Promise<{ count: number; threats: Threat[] }>;
  find(accountId: number, id: number): Promise<Threat | undefined>;
  /** Undefined where the account has no such threat; resolving a resolved one keeps its first resolution. */
  resolve(accountId: number, id: number, note: string | null): Promise<Threat | undefined>;
  /** The same the other way round; `seen_again` where there is another open threat about the same. */
  reopen(accountId: number, id: number, note: string | null): Promise<Threat | 'seen_again' | undefined>;
}
