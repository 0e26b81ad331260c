/**
 * The state `outside` means that no scan can tell, or that the control is not for this domain; `not_assessed` means
 * that the state could not be found out.
 */
export const controlStates = ['met', 'partly_met', 'not_met', 'not_assessed', 'outside'] as const;
export type ControlState = (typeof controlStates)[number];

/** The words name each state to people. */
export const stateWords: Readonly<Record<ControlState, string>> = {
  met: 'met',
  partly_met: 'partly met',
  not_met: 'not met',
  not_assessed: 'not assessed',
  outside: 'outside',
};

/** An assessment states what was found of one control, for one domain or for the account. */
export interface Assessment {
  readonly state: ControlState;
  /** One sentence each: what it rests on, or why it is not assessed. */
  readonly reasons: readonly string[];
  /** When it was looked at, ISO 8601; null if it was not. */
  readonly at: string | null;
}

/**
 * Combines several assessments of one thing: it is met if all are, and not assessed if what could be asked does not
 * decide it.
 */
export function combine(parts: readonly Assessment[]): Assessment {
  const asked = parts.filter(({ state }) => state !== 'outside');
  const has = (state: ControlState) => asked.some((part) => part.state === state);
  const decide = (): ControlState => {
    if (asked.length === 0) return 'outside';
    if (has('not_met') && asked.every(({ state }) => state === 'not_met' || state === 'not_assessed')) {
      return 'not_met';
    }
    if (has('not_met') || has('partly_met')) return 'partly_met';
    return has('not_assessed') ? 'not_assessed' : 'met';
  };
  const times = parts.flatMap(({ at }) => (at === null ? [] : [at])).toSorted();
  return { state: decide(), reasons: parts.flatMap(({ reasons }) => reasons), at: times[0] ?? null };
}
