import type { WatchedMatch } from './watched-certificates.ts';

export type LogStatus = 'following' | 'stopped' | 'ended';

/** A known head is a head that a log signed, as it came. */
export interface KnownHead {
  readonly size: number;
  readonly root: Buffer;
  readonly timestamp: Date;
  readonly signature: Buffer;
}

/** A log is described like this in tables and metrics. */
export interface LogAbout {
  /** SHA-256 of its key, hexadecimal. */
  readonly id: string;
  readonly name: string;
  readonly operator: string;
  readonly kind: 'tiled' | 'rfc6962';
  readonly url: string;
}

/** A log's progress states how far the log was followed. */
export interface LogProgress extends LogAbout {
  readonly status: LogStatus;
  /** The first entry that was taken. */
  readonly firstEntry: number;
  /** Entries of the tree up to where all is taken and verified, and the right edge of that tree. */
  readonly size: number;
  readonly edge: Buffer;
  /** The latest head whose signature verified; null before the first. */
  readonly head: KnownHead | null;
  readonly advancedAt: Date;
  readonly lookedAt: Date | null;
  readonly nextLookAt: Date;
  /** Looks in a row that failed, and why the last one did. */
  readonly failures: number;
  readonly lastError: string | null;
  readonly stoppedAt: Date | null;
  /** In a word: `fork`, `wrong_root`, `shrunk`, `retired`; and what shows it. */
  readonly reason: string | null;
  readonly evidence: { readonly [key: string]: unknown } | null;
}

export interface LogAdvance {
  /** The entry that it stands at, so that of two who follow the same log one alone goes on. */
  readonly from: number;
  readonly size: number;
  readonly edge: Buffer;
  readonly head: KnownHead;
  /** Counts of the day. */
  readonly unreadable: number;
  readonly bytes: number;
  readonly matches: readonly WatchedMatch[];
}

export interface LogTotals {
  /** Logs that were looked at within the last hour. */
  readonly followed: number;
  /** Entries taken since midnight in UTC. */
  readonly entriesToday: number;
}

export interface LogDay {
  readonly entries: number;
  readonly unreadable: number;
  readonly bytes: number;
}

export interface CertificateLogStore {
  load(logId: string): Promise<LogProgress | undefined>;
  /** Begins with a log if it is not known yet; how it stands in any case. */
  begin(log: LogAbout, size: number, edge: Buffer): Promise<LogProgress>;
  /** Goes on, and keeps what was found on the way, in one transaction; false if another went on from there before. */
  advance(logId: string, advance: LogAdvance): Promise<boolean>;
  /** A look without progress: a head that is known now, or why it failed. */
  noteLook(
    logId: string,
    look: { readonly head: KnownHead | null; readonly error: string | null; readonly nextLookAt: Date },
  ): Promise<void>;
  stop(
    logId: string,
    end: {
      readonly status: Exclude<LogStatus, 'following'>;
      readonly reason: string;
      readonly evidence: { readonly [key: string]: unknown };
    },
  ): Promise<void>;
  /** Follows a stopped log again from where it was verified. False if there is none such. */
  resume(logId: string): Promise<boolean>;
  /** All that were ever followed, with what they brought today. */
  all(): Promise<(LogProgress & { readonly today: LogDay })[]>;
  totals(): Promise<LogTotals>;
  forgetBefore(time: Date): Promise<void>;
}
