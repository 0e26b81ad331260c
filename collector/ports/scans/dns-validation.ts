import type { ExtendedError, SecurityStatus } from './dns-answer.ts';

/** One step on the way from the trust anchor to the answer. */
export interface ValidationStep {
  /** The zone whose keys the step is about. */
  readonly zone: string;
  /** What was looked at, as `example.com DS`. */
  readonly subject: string;
  readonly status: SecurityStatus;
  /** One sentence. */
  readonly message: string;
  /** RFC and section. */
  readonly rule: string;
}

/** A validator's verdict with its reasons. */
export interface Validation {
  readonly status: SecurityStatus;
  /** One sentence: the reason for the verdict. */
  readonly message: string;
  /** What a resolver would tell its client (RFC 8914); undefined where the answer is secure or plainly insecure. */
  readonly extendedError?: ExtendedError;
  readonly steps: readonly ValidationStep[];
}
