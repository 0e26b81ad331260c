import type { DatasetContent } from '../dataset.ts';
import { readRows } from './read-rows.ts';

const longestCity = 200;

/** A geofeed place states the location of a network's use, by its operator's own word (RFC 8805 section 2.1). */
export interface GeofeedPlace {
  readonly country: string | null;
  readonly region: string | null;
  readonly city: string | null;
}

/** Reads geofeeds, `192.0.2.0/24,DE,DE-HE,Frankfurt,`: the postal code is not to be used any more. */
export function geofeed(): DatasetContent {
  return {
    kind: 'tables',
    ipv6Words: 4,
    read: (document, sink) =>
      readRows(document, sink, (line) => {
        const row = geofeedRow(line);
        return row !== undefined && sink.prefix(row.prefix, sink.text(row.text));
      }),
  };
}

/** Reads a row: its prefix as it stands there, and its place as a text; undefined for what is none. */
export function geofeedRow(line: string): { readonly prefix: string; readonly text: string } | undefined {
  const [prefix = '', country = '', region = '', city = ''] = (line.split('#')[0] ?? '')
    .split(',')
    .map((field) => field.trim());
  const isPlace = /^(?:[A-Z]{2})?$/i.test(country) && /^(?:[A-Z]{2}-[A-Z0-9]{1,3})?$/i.test(region);
  if (!isPlace) return undefined;
  return {
    prefix,
    text: [country.toUpperCase(), region.toUpperCase(), city.slice(0, longestCity)].join('\t'),
  };
}

/** Reads the place from a text of the table; undefined if the operator says that there is none to tell. */
export function geofeedPlace(text: string): GeofeedPlace | undefined {
  const [country = '', region = '', city = ''] = text.split('\t');
  if (country === '' && region === '' && city === '') return undefined;
  return { country: country || null, region: region || null, city: city || null };
}
