import { readLines } from '@sonde/shared/documents/read-lines.ts';
import type { FeedEntry, FeedFormat, ParsedRow } from '../../ports/threats/feed.ts';

export interface SeparatedOptions {
  readonly separator: ',' | '\t' | '|' | ';';
  /** Fewest cells of a row that is one. */
  readonly columns: number;
  /** The first line that is no comment names the columns and is no entry. */
  readonly header?: boolean;
  readonly entry: (cells: readonly string[]) => Omit<FeedEntry, 'row'> | undefined;
}

/**
 * Reads comma- or otherwise separated values, one record a line; cells may be quoted (RFC 4180) and have spaces around.
 * `#` begins a comment line. `entry` gives undefined for records that are no entries.
 */
export function separated({ separator, columns, header = false, entry }: SeparatedOptions): FeedFormat {
  return {
    family: 'separated',
    parse: async function* (document) {
      let inHeader = header;
      for await (const some of readLines(document)) {
        const rows: ParsedRow[] = [];
        for (const { row, text } of some) {
          if (/^\s*(?:#|$)/.test(text)) continue;
          if (inHeader) {
            inHeader = false;
            continue;
          }
          const cells = splitCells(text, separator);
          if (cells === undefined || cells.length < columns) {
            rows.push({ row, malformed: `has fewer than ${columns} columns` });
            continue;
          }
          const made = entry(cells);
          if (made !== undefined) rows.push({ row, ...made });
        }
        yield rows;
      }
    },
  };
}

/** The cells of one record; undefined if a quote never ends. */
function splitCells(line: string, separator: string): string[] | undefined {
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  for (let at = 0; at <= line.length; ) {
    while (line[at] === ' ') at++;
    if (line[at] !== '"') {
      const end = indexOrEnd(line, separator, at);
      cells.push(line.slice(at, end).trim());
      at = end + 1;
      continue;
    }
    let cell = '';
    let from = at + 1;
    for (;;) {
      const quote = line.indexOf('"', from);
      if (quote === -1) return undefined;
      cell += line.slice(from, quote);
      from = quote + 2;
      if (line[quote + 1] !== '"') break;
      cell += '"';
    }
    cells.push(cell);
    at = indexOrEnd(line, separator, from - 1) + 1;
  }
  return cells;
}

function indexOrEnd(line: string, text: string, from: number): number {
  const at = line.indexOf(text, from);
  return at === -1 ? line.length : at;
}
