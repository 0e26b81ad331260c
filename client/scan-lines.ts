import type { DomainScan } from './api-types.generated.ts';

/**
 * A scan line is a line of a scan that is told as it goes: each check as it ends, then the result or why there is none.
 */
export type ScanLine =
  | {
      readonly event: 'check';
      readonly check: string;
      readonly duration_ms: number;
      /** Checks that have ended, this one included, and all of the scan. */
      readonly done: number;
      readonly total: number;
      readonly failures: number;
      readonly warnings: number;
      readonly errors: number;
    }
  | { readonly event: 'result'; readonly result: DomainScan }
  | { readonly event: 'error'; readonly error: string; readonly code: string };
