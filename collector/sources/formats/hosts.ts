import { readLines } from '@sonde/shared/documents/read-lines.ts';
import { isOwnName } from '@sonde/shared/net/hosts-file.ts';
import type { FeedFormat, ParsedRow } from '../../ports/threats/feed.ts';

/** Reads a hosts file (`0.0.0.0 name ...`), a list of names, or rules of blockers of the form `||name^`. */
export function hosts(): FeedFormat {
  return {
    family: 'hosts',
    parse: async function* (document) {
      for await (const some of readLines(document)) {
        const rows: ParsedRow[] = [];
        for (const { row, text } of some) {
          const line = text.replace(/#.*$/, '').trim();
          if (line === '' || line.startsWith('!') || line.startsWith('[')) continue;
          const words = line.split(/\s+/);
          const isAddress = /^(?:\d+\.\d+\.\d+\.\d+|[0-9a-f]*:[0-9a-f:]*)$/i.test(words[0]!);
          for (const name of isAddress ? words.slice(1) : words) {
            if (!isOwnName(name)) rows.push({ row, value: name.replace(/^\|\|/, '').replace(/\^.*$/, '') });
          }
        }
        yield rows;
      }
    },
  };
}
