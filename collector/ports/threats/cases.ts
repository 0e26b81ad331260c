import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { Page } from '../system/page.ts';
import type { Threat } from './threats.ts';

/**
 * A case is what belongs together: threats of one client that are near in time, or of one cause at several clients. It is open
 * as long as one of its threats is.
 */
export interface Case {
  readonly id: number;
  readonly locationId: number;
  readonly status: 'open' | 'resolved';
  /** The sum of its kinds of threats: the worst of each kind counts, of an open case those that are open. */
  readonly severity: Severity;
  /** The client that it began with; empty for what no client asked for. */
  readonly clientAddress: string;
  /** The domain or address that it began with; empty if that was a client's way of asking. */
  readonly cause: string;
  /** Clients and types of its threats, each once, in order. */
  readonly clients: readonly string[];
  readonly types: readonly string[];
  readonly threats: number;
  readonly openThreats: number;
  readonly queries: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly openedAt: Date;
  /** When the last of its threats was resolved; null while one is open. */
  readonly resolvedAt: Date | null;
}

export interface CaseFilter {
  readonly locationId?: number | undefined;
  readonly status?: 'open' | 'resolved' | undefined;
  readonly severity?: Severity | undefined;
  /** A client of any of its threats. */
  readonly clientAddress?: string | undefined;
  /** The domain or address that it began with, or the exact subject of any of its threats. */
  readonly subject?: string | undefined;
  readonly lastSeen?: { readonly from: Date; readonly to: Date } | undefined;
}

/** Case stores tell of cases; undefined if the account has no such one. */
export interface CaseStore {
  /** Newest first. */
  list(accountId: number, filter: CaseFilter, page: Page): Promise<{ count: number; cases: Case[] }>;
  /** With its threats, in the order in which they were first seen. */
  find(accountId: number, id: number): Promise<{ found: Case; threats: Threat[] } | undefined>;
  /** Resolves all of its threats that are open. */
  resolve(accountId: number, id: number, note: string | null): Promise<Case | undefined>;
}

/** A gathered threat is what the gathering of cases asks of a threat. */
export type GatheredThreat = Pick<
  Threat,
  | 'id'
  | 'locationId'
  | 'type'
  | 'subject'
  | 'clientAddress'
  | 'queryName'
  | 'source'
  | 'firstSeenAt'
  | 'lastSeenAt'
>;

/** An open case has its threats, as the gathering of cases asks for them. */
export interface OpenCase extends Pick<Case, 'id' | 'locationId' | 'clientAddress' | 'cause'> {
  readonly threats: readonly GatheredThreat[];
}

/** A gathering states which threats join which case, and which begin one. */
export interface Gathering {
  readonly joined: readonly { readonly caseId: number; readonly threatIds: readonly number[] }[];
  readonly begun: readonly (Pick<Case, 'locationId' | 'clientAddress' | 'cause'> & {
    readonly threatIds: readonly number[];
  })[];
}

export type Gather = (threats: readonly GatheredThreat[], open: readonly OpenCase[]) => Gathering;

/** A changed case began, or became more severe by what joined it. */
export interface ChangedCase {
  readonly change: 'opened' | 'worsened';
  readonly case: Case;
}

export interface CaseGathering {
  /**
   * Puts open threats that are in no case into cases as `gather` says, at most so many, oldest first; remarks about the same
   * client and time join what is open. One collector at a time; `done` says that no threat is left.
   */
  gather(gather: Gather, most: number): Promise<{ readonly changed: ChangedCase[]; readonly done: boolean }>;
}
