/** Rows before new settings came, in as long a time as the trial, from which on none at all afterwards is no chance. */
const rowsThatTell = 20;
const samplesKept = 8;

export interface TrialInput {
  /** Rows stored so far. */
  readonly rows: () => number;
  /** Inputs that do not capture. */
  readonly failing: () => number;
}

/**
 * A settings trial watches what new settings do: if rows came before them and none comes in the second half of the trial, or an input fails that did not, they are
 * a mistake. It is told the time by its owner, in equal steps.
 */
export class SettingsTrial {
  readonly #input: TrialInput;
  readonly #steps: number;
  /** Rows stored at the last steps, the newest last; the first is of the beginning, or of the end of the trial before. */
  #samples: number[];
  #begun: { readonly before: number; rows: number; readonly failing: number; steps: number } | undefined;

  constructor(input: TrialInput, steps = samplesKept) {
    this.#input = input;
    this.#steps = steps;
    this.#samples = [input.rows()];
  }

  /** Begins with settings that are in force from now on. */
  begin(): void {
    const rows = this.#input.rows();
    // What comes one after the other is compared with what was before the first of them.
    const before = this.#begun?.before ?? rows - this.#samples[0]!;
    this.#begun = { before, rows, failing: this.#begun?.failing ?? this.#input.failing(), steps: 0 };
  }

  end(): void {
    this.#begun = undefined;
    this.#samples = [this.#input.rows()];
  }

  /** Takes a step; tells how the trial ended, if it did. */
  step(): 'passed' | 'silent' | 'failing' | undefined {
    const rows = this.#input.rows();
    const begun = this.#begun;
    if (begun === undefined) {
      this.#samples = [...this.#samples, rows].slice(-(this.#steps + 1));
      return undefined;
    }
    begun.steps++;
    // What was captured when the settings came, and waits for its response or for a busy disk, may still become a row.
    if (begun.steps <= this.#steps / 2) begun.rows = rows;
    if (this.#input.failing() > begun.failing) return this.#over('failing');
    if (begun.steps < this.#steps) return undefined;
    return this.#over(begun.before >= rowsThatTell && rows === begun.rows ? 'silent' : 'passed');
  }

  #over<Result>(result: Result): Result {
    this.#begun = undefined;
    this.#samples = [this.#input.rows()];
    return result;
  }
}
