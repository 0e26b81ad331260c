/**
 * A security status is a validator's verdict on an answer (RFC 4035 section 4.3). `undefined` means that nothing was
 * validated, which is not the same as indeterminate.
 */
export type SecurityStatus = 'secure' | 'insecure' | 'bogus' | 'indeterminate';

/** An extended error is an extended DNS error (RFC 8914). */
export interface ExtendedError {
  readonly code: number;
  readonly text: string;
}

/** A validation step is one step on the way from the trust anchor to the answer. */
export interface ValidationStep {
  /** The zone whose keys the step is about. */
  readonly zone: string;
  /** The subject of the step, as `example.com DS`. */
  readonly subject: string;
  readonly status: SecurityStatus;
  /** One sentence. */
  readonly message: string;
  /** RFC and section. */
  readonly rule: string;
}

/** A validation is a validator's verdict with its reasons. */
export interface Validation {
  readonly status: SecurityStatus;
  /** One sentence: the reason for the verdict. */
  readonly message: string;
  /**
   * The extended error that a resolver would tell its client (RFC 8914); undefined if the answer is secure or plainly
   * insecure.
   */
  readonly extendedError?: ExtendedError;
  readonly steps: readonly ValidationStep[];
}
