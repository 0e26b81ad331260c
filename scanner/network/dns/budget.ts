/** A scan budget bounds the questions and the time that one scan may use on the network. */
export interface ScanBudget {
  readonly questions: number;
  readonly milliseconds: number;
  /** Ends the scan. */
  readonly signal?: AbortSignal;
}

/** The spending counts down the questions of one scan, and the time. */
export class Spending {
  readonly signal: AbortSignal;
  readonly #questions: number;
  #spent = 0;

  constructor(budget: ScanBudget) {
    this.#questions = budget.questions;
    const timeout = AbortSignal.timeout(budget.milliseconds);
    this.signal = budget.signal === undefined ? timeout : AbortSignal.any([budget.signal, timeout]);
  }

  get questionsAsked(): number {
    return this.#spent;
  }

  get isOver(): boolean {
    return this.signal.aborted || this.#spent >= this.#questions;
  }

  /** Takes one question; false if none is left. */
  take(): boolean {
    if (this.isOver) return false;
    this.#spent++;
    return true;
  }
}
