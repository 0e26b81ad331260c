/** A clause option is an option of a clause. */
export interface ClauseOption {
  readonly name: string;
  readonly clauses: ReadonlySet<string>;
  /** The types of its values, in order. */
  readonly types: readonly string[];
}

/** Reads a table of lines `clauses | types of the values | names`. */
export function readClauseOptions(table: string): ReadonlyMap<string, ClauseOption> {
  const options = new Map<string, ClauseOption>();
  for (const line of table.split('\n')) {
    if (line === '') continue;
    const [clauses = '', types = '', names = ''] = line.split(' | ');
    for (const name of names.split(' ')) {
      const before = options.get(name)?.clauses ?? [];
      options.set(name, {
        name,
        clauses: new Set([...before, ...clauses.split(' ')]),
        types: types.split(' '),
      });
    }
  }
  return options;
}
