import type { Choice } from '@sonde/shared/batch/query-conditions.ts';
import type { Json } from '@sonde/shared/documents/canonical-json.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { Page } from '../system/page.ts';

/** A sighting is a detector's evidence that opens a threat or adds to an open one. */
export interface Sighting {
  readonly locationId: number;
  readonly type: string;
  readonly severity: Severity;
  /** The subject of the threat, which makes it one threat: the indicator's name, a registrable domain. */
  readonly subject: string;
  readonly clientAddress: string;
  /** Different clients, if there are several; some dozen at most. */
  readonly clients?: readonly string[];
  readonly queryName: string;
  readonly source: string;
  readonly message: string;
  /** When the latest of its queries was seen. */
  readonly observedAt: Date;
  /** When the first was, if that is another time. */
  readonly firstObservedAt?: Date;
  /** This sighting stands for so many queries of the batch. */
  readonly count: number;
  /** The MITRE ATT&CK technique that it is evidence of, as `T1071.004`. */
  readonly technique?: string;
  /** Evidence makes the sighting recomputable: counts, sample names, times and the thresholds that were in force. */
  readonly evidence?: { readonly [key: string]: Json };
}

/** An examined batch has the sightings of one batch; none, mostly. */
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
  /** The client that asked last. */
  readonly clientAddress: string;
  /** Different clients that it was seen at, in order, if there are several: 100 and that one at most. */
  readonly clients?: readonly string[];
  readonly queryName: string;
  readonly source: string;
  readonly message: string;
  readonly count: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly resolvedAt: Date | null;
  readonly resolutionNote: string | null;
  /** The person who takes care of it. */
  readonly owner?: string;
  readonly reopenedAt?: Date;
  readonly reopeningNote?: string;
  /** The technique of its latest sighting, if that named one. */
  readonly technique?: string;
  readonly evidence?: { readonly [key: string]: Json };
  /** The case that it belongs to; absent for a moment, and of remarks that belong to none. */
  readonly caseId?: number;
}

export interface ThreatFilter {
  readonly locationId?: number | undefined;
  readonly status?: 'open' | 'resolved' | undefined;
  readonly severity?: Severity | undefined;
  /** Types that are wanted, or that are not. */
  readonly types?: Choice<string> | undefined;
  /** One of its clients. */
  readonly clientAddress?: string | undefined;
  /** The exact subject of the threat. */
  readonly subject?: string | undefined;
  /** The feed, the own list or the detection that found it, exactly. */
  readonly source?: string | undefined;
  /** The person who takes care of it; null for threats that nobody takes care of. */
  readonly owner?: string | null | undefined;
  /** When it was seen first, and last: half-open. */
  readonly firstSeen?: { readonly from: Date; readonly to: Date } | undefined;
  readonly lastSeen?: { readonly from: Date; readonly to: Date } | undefined;
}

/** A threat count counts the threats that were seen first on a day (UTC, `2026-03-14`), by severity. */
export interface ThreatCount {
  readonly day: string;
  readonly severity: Severity;
  readonly type: string;
  readonly count: number;
}

/** Open threats are counted over all accounts by severity and type. */
export interface OpenThreats {
  readonly severity: Severity;
  readonly type: string;
  readonly count: number;
}

export interface ThreatNote {
  readonly id: number;
  /** The author, as people know him. */
  readonly author: string;
  readonly text: string;
  readonly createdAt: Date;
}

/** Threat handling keeps what people make of threats. Undefined everywhere if the account has no such threat. */
export interface ThreatHandling {
  /** Threats of a filter by the day of their first sight, type and severity. */
  countByDay(accountId: number, filter: ThreatFilter): Promise<ThreatCount[]>;
  assign(accountId: number, id: number, owner: string | null): Promise<Threat | undefined>;
  /** The first so many, oldest first. */
  notes(accountId: number, id: number, limit: number): Promise<ThreatNote[] | undefined>;
  /** `full` if the threat has so many notes already. */
  addNote(
    accountId: number,
    id: number,
    note: { readonly personId: number | null; readonly text: string },
    most: number,
  ): Promise<ThreatNote | 'full' | undefined>;
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
  /** Undefined if the account has no such threat; resolving a resolved one keeps its first resolution. */
  resolve(accountId: number, id: number, note: string | null): Promise<Threat | undefined>;
  /** The same the other way round; `seen_again` if there is another open threat about the same. */
  reopen(accountId: number, id: number, note: string | null): Promise<Threat | 'seen_again' | undefined>;
  /** Those of all accounts, the most frequent first. */
  countOpen(): Promise<OpenThreats[]>;
}
