/** A finding states what one check found and how severe it is; `advice` says what to do if it is not well. */
export interface Finding {
  readonly check: string;
  readonly state: 'well' | 'odd' | 'wrong';
  readonly message: string;
  readonly advice?: string;
}

export function well(check: string, message: string): Finding {
  return { check, state: 'well', message };
}

/** Makes a finding that is worth a look, but of which nothing fails. */
export function odd(check: string, message: string, advice: string): Finding {
  return { check, state: 'odd', message, advice };
}

export function wrong(check: string, message: string, advice: string): Finding {
  return { check, state: 'wrong', message, advice };
}
