/** Writes one line for each value, with the names of nested ones joined by dots. */
export function describeCounts(report: object, above = ''): string {
  return Object.entries(report)
    .map(([name, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? describeCounts(value, `${above}${name}.`)
        : `${`${above}${name}`.padEnd(44)} ${value}\n`,
    )
    .join('');
}

/** Leaves out what was counted never. */
export function withoutZeroes(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
