import type { ScanTrigger } from '@sonde/scanner/ports/domain-scan.ts';

export interface ScanTask {
  readonly domain: string;
  /** Ids of checks. */
  readonly checks: readonly string[];
  readonly trigger: ScanTrigger;
  /** Milliseconds. */
  readonly budget: number;
}

/** A check fault is a fault in a check, for the log. */
export interface CheckFault {
  readonly domain: string;
  readonly check: string;
  readonly stack: string;
}
