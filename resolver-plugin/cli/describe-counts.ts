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
