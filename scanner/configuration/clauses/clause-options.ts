/** A clause option is an option of a clause. */
export interface ClauseOption {
  readonly name: string;
  readonly clauses: ReadonlySet<string>;
  /** The types of its values, in order. */
  readonly types: readonly string[];
  /** The version that it came with; undefined if the oldest that is known has it. */
  readonly since: string | undefined;
}

/** Reads a table of lines `clauses | types of the values | names`, and tables of options that came later, by their versions. */
export function readClauseOptions(
  table: string,
  later: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, ClauseOption> {
  const options = new Map<string, ClauseOption>();
  for (const [text, since] of [
    [table, undefined],
    ...Object.entries(later).map(([version, lines]) => [lines, version]),
  ] as const) {
    for (const line of text!.split('\n')) {
      if (line === '') continue;
      const [clauses = '', types = '', names = ''] = line.split(' | ');
      for (const name of names.split(' ')) {
        const before = options.get(name)?.clauses ?? [];
        options.set(name, {
          name,
          clauses: new Set([...before, ...clauses.split(' ')]),
          types: types.split(' '),
          since,
        });
      }
    }
  }
  return options;
}
