import { printable } from './text-lines.ts';

/**
 * Writes rows of cells in columns as wide as their widest cell, each row a line. What a terminal would obey is not
 * printed.
 */
export function textTable(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(printable));
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) => {
      const padded = row.map((cell, column) => cell.padEnd(widths[column]!));
      return `${padded.join('  ').trimEnd()}\n`;
    })
    .join('');
}
