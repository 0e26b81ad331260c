import { readLines } from '@sonde/shared/documents/read-lines.ts';
import type { FeedEntry, FeedFormat, ParsedRow } from '../../ports/threats/feed.ts';

type Picked = string | Omit<FeedEntry, 'row'> | undefined;

/**
 * Reads one value a line; `#`, `;` and `//` begin comments, also behind a value. `pick` takes the value out of a line
 * that has more than one, and gives undefined if the line is not meant as an entry.
 */
export function lines(pick: (line: string) => Picked = (line) => line): FeedFormat {
  return {
    family: 'lines',
    parse: async function* (document) {
      for await (const some of readLines(document)) {
        const rows: ParsedRow[] = [];
        for (const { row, text } of some) {
          const line = withoutComment(text);
          const picked = line === '' ? undefined : pick(line);
          if (picked !== undefined)
            rows.push(typeof picked === 'string' ? { row, value: picked } : { row, ...picked });
        }
        yield rows;
      }
    },
  };
}

/** A `#` within a URL is part of it: only one at the start or behind a space begins a comment. */
function withoutComment(line: string): string {
  if (/^\s*(?:#|;|\/\/)/.test(line)) return '';
  return line.replace(/\s[#;].*$/, '').trim();
}
