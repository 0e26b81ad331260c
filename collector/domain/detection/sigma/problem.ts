import type { Span } from '@sonde/scanner/configuration/model/source.ts';

/**
 * A Sigma problem states why a rule is not taken, and where it says so: `faulty` for what is no rule of the specification,
 * `unsupported` for a rule that asks for what no row of ours has, or for what is not done here.
 */
export class SigmaProblem extends Error {
  readonly kind: 'faulty' | 'unsupported';
  readonly at: Span | undefined;
  /** The field that a row doesn't have. */
  readonly field: string | undefined;

  constructor(kind: SigmaProblem['kind'], message: string, at?: Span, field?: string) {
    super(message);
    this.kind = kind;
    this.at = at;
    this.field = field;
  }
}

/** Makes the problem of a text that is no Sigma rule. */
export function faulty(message: string, at?: Span): SigmaProblem {
  return new SigmaProblem('faulty', message, at);
}

/** Makes the problem of a rule that cannot be followed here. */
export function unsupported(message: string, at?: Span, field?: string): SigmaProblem {
  return new SigmaProblem('unsupported', message, at, field);
}
