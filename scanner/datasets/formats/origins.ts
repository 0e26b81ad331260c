import { readLines } from '@sonde/shared/documents/read-lines.ts';
import type { DatasetContent } from '../dataset.ts';
import type { DatasetSink } from '../dataset-sink.ts';
import { asNumber, type RowKind, readRows } from './read-rows.ts';

const longestName = 100;
/** Systems of one row, at most: those that one prefix has at once. */
const mostSystems = 16;
/** What fewer peers than that see is a leak, or somebody's own business. */
const leastPeers = 10;

/** Reads the table of RIS: `13335<TAB>1.1.1.0/24<TAB>392`, with the peers that see it; an AS set is `{64500,64501}`. */
export function risOrigins(): DatasetContent {
  return tables((line, sink) => {
    const [systems = '', prefix = '', peers = ''] = line.split('\t');
    if (!/^\d{1,6}$/.test(peers)) return false;
    return announce(prefix, systems, sink, Number(peers) < leastPeers);
  });
}

/** Reads the table of CAIDA: `1.0.0.0<TAB>24<TAB>13335`; several origins are `1_2`, a set is `1,2`. */
export function prefixToSystem(): DatasetContent {
  return tables((line, sink) => {
    const [address = '', length = '', systems = ''] = line.split('\t');
    return announce(`${address}/${length}`, systems, sink);
  });
}

/** Reads the table of bgp.tools: `{"CIDR":"1.1.1.0/24","ASN":13335,"Hits":900}`, one object a line. */
export function routeLines(): DatasetContent {
  return {
    kind: 'tables',
    ipv6Words: 2,
    read: async (document, sink) => {
      for await (const lines of readLines(document)) {
        for (const { row, text } of lines) {
          if (text.trim() === '') continue;
          const kind = routeLine(text, sink);
          if (kind !== 'nothing') sink.row(row, kind);
        }
      }
    },
  };
}

function routeLine(text: string, sink: DatasetSink): RowKind {
  try {
    const { CIDR: prefix, ASN: asn, Hits: hits } = JSON.parse(text) as Record<string, unknown>;
    if (typeof prefix !== 'string' || typeof asn !== 'number') return false;
    return announce(prefix, String(asn), sink, typeof hits === 'number' && hits < leastPeers);
  } catch {
    return false;
  }
}

/** Reads an operator's table, and iptoasn.com's: see `mixedLine`. */
export function mixedOrigins(): DatasetContent {
  return tables(mixedLine);
}

/**
 * `start<TAB>end<TAB>AS<TAB>country<TAB>name`, `prefix AS name` or `address length AS`, parted by tabs, commas or spaces; and
 * as RIS and CAIDA have them.
 */
function mixedLine(line: string, sink: DatasetSink): RowKind {
  const separator = line.includes('\t') ? '\t' : line.includes(',') ? ',' : /\s+/;
  const fields = line.trim().split(separator);
  const [first = '', second = '', third = ''] = fields;
  const between = separator === ',' ? ',' : ' ';
  if (/^(?:\{[\d,_]+\}|[\d_]+)$/.test(first) && second.includes('/')) return announce(second, first, sink);
  if (first.includes('/'))
    return named(announce(first, second, sink), second, fields.slice(2), between, sink);
  if (/^\d{1,3}$/.test(second)) return announce(`${first}/${second}`, third, sink);
  const [asn] = systemsOf(third) ?? [];
  if (asn === undefined) return false;
  if (asn === 0) return 'nothing';
  return named(sink.range(first, second, asn), third, fields.slice(3), between, sink);
}

/** Keeps what a row says of its system besides, and passes on whether it is one. */
function named(
  isGood: RowKind,
  system: string,
  about: readonly string[],
  separator: string,
  sink: DatasetSink,
): RowKind {
  const [asn] = systemsOf(system) ?? [];
  if (isGood !== true || asn === undefined || about.length === 0) return isGood;
  const [place = '', ...rest] = about;
  const hasPlace = rest.length > 0 && /^(?:[A-Z]{2}|None)$/.test(place);
  const name = (hasPlace ? rest : about).join(separator).replace(/^"|"$/g, '').trim().slice(0, longestName);
  const country = hasPlace && place !== 'None' ? place : '';
  if (name !== '' || country !== '') sink.system(asn, 1, sink.text(`${country}\t${name}`));
  return true;
}

/** Whether the row is well formed. A default route and AS 0 announce nothing, and a leak is nothing to rely upon. */
function announce(prefix: string, systems: string, sink: DatasetSink, isLeak = false): RowKind {
  const found = systemsOf(systems);
  if (found === undefined) return false;
  if (/\/0$/.test(prefix) || isLeak) {
    sink.leaveOut();
    return true;
  }
  if (found.every((asn) => asn === 0)) return 'nothing';
  return found.filter((asn) => asn !== 0).every((asn) => sink.prefix(prefix, asn));
}

/** `13335`, `AS13335`, and several that announce the same: `64500_64501`, `{64500,64501}`. */
function systemsOf(text: string): number[] | undefined {
  const numbers = text
    .trim()
    .replace(/^\{|\}$/g, '')
    .split(/[_,]/, mostSystems)
    .map((part) => asNumber(part.replace(/^\{|\}$/g, '')));
  return numbers.every((asn) => asn !== undefined) ? numbers : undefined;
}

function tables(row: (line: string, sink: DatasetSink) => RowKind): DatasetContent {
  return {
    kind: 'tables',
    ipv6Words: 2,
    read: (document, sink) => readRows(document, sink, (line) => row(line, sink)),
  };
}
