/** A log refusal states that a log did not give what was asked for: it refuses, is overloaded, or does not have it. */
export class LogRefusal extends Error {
  readonly status: number;
  /** Milliseconds for which it wants to be left alone; undefined if it does not say. */
  readonly retryAfter: number | undefined;

  constructor(status: number, retryAfter?: number) {
    super(`The log answers with status ${status}.`);
    this.name = 'LogRefusal';
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

export type ViolationKind = 'fork' | 'wrong_root' | 'shrunk';

const sentences: Readonly<Record<ViolationKind, string>> = {
  fork: 'The log signed a tree that is no continuation of the one it signed before.',
  wrong_root: 'The entries that the log serves do not have the root that it signed.',
  shrunk: 'The log signed a smaller tree after a larger one.',
};

/** A log violation states that a log contradicts itself: what it signed can't all be true. */
export class LogViolation extends Error {
  readonly kind: ViolationKind;
  /** Whether two heads that the log signed show it by themselves; what it serves beside them is signed by nobody. */
  readonly isProven: boolean;
  readonly evidence: { readonly [key: string]: unknown };

  constructor(kind: ViolationKind, isProven: boolean, evidence: { readonly [key: string]: unknown }) {
    super(sentences[kind]);
    this.name = 'LogViolation';
    this.kind = kind;
    this.isProven = isProven;
    this.evidence = evidence;
  }
}
