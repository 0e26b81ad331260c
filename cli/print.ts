import { textTable } from '@sonde/shared/text/text-table.ts';
import { createPaint } from './scan/paint.ts';

/** Writes a text to standard output, a line at least. */
export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** Writes an answer as one line of JSON. */
export function printJson(answer: unknown): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

/** Writes a table with a head, which stands out on a terminal; or a sentence if there are no rows. */
export function printTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  nothing: string,
): void {
  if (rows.length === 0) {
    print(nothing);
    return;
  }
  const [first = '', ...rest] = textTable([head, ...rows])
    .trimEnd()
    .split('\n');
  print([createPaint(process.stdout)('bold', first), ...rest].join('\n'));
}

/** Writes a time of the API to the second, for people. */
export function shortTime(time: string | null): string {
  return time === null ? '-' : `${time.slice(0, 19).replace('T', ' ')}`;
}
