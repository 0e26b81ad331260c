import type { DatasetContent } from '../dataset.ts';
import { asNumber, readRows } from './read-rows.ts';

/** A system name holds the name and the country in a text of a table of systems. */
export interface SystemName {
  readonly name: string | null;
  /** Two letters. */
  readonly country: string | null;
}

/** Reads names of systems, `13335 CLOUDFLARENET, US`: the last comma separates the country. */
export function systemNames(): DatasetContent {
  return {
    kind: 'tables',
    ipv6Words: 2,
    read: (document, sink) =>
      readRows(document, sink, (line) => {
        const space = line.indexOf(' ');
        const asn = space === -1 ? undefined : asNumber(line.slice(0, space));
        if (asn === undefined) return false;
        const about = line.slice(space + 1).trim();
        const [, name = about, country = ''] = /^(.*),\s*([A-Z]{2})$/.exec(about) ?? [];
        return sink.system(asn, 1, sink.text(`${country === 'ZZ' ? '' : country}\t${name.trim()}`));
      }),
  };
}

export function systemName(text: string): SystemName {
  const [country = '', name = ''] = text.split('\t');
  return { name: name || null, country: country || null };
}
