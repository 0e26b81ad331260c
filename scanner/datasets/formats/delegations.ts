import { parsePrefix } from '@sonde/shared/net/prefix.ts';
import type { DatasetContent } from '../dataset.ts';
import { readRows } from './read-rows.ts';

export const registries = ['afrinic', 'apnic', 'arin', 'iana', 'lacnic', 'ripencc'] as const;
export type Registry = (typeof registries)[number];

/** A delegation is a registry's entry about a network or a number that it gave away. */
export interface Delegation {
  readonly registry: Registry;
  /** Two letters: where the holder is, which is not where the network is. */
  readonly country: string | null;
  /** `YYYY-MM-DD`. */
  readonly date: string | null;
  readonly status: 'allocated' | 'assigned' | null;
}

const dayMilliseconds = 86_400_000;
const firstDay = Date.UTC(1980, 0) / dayMilliseconds;
const lettersInAlphabet = 26;
/** The bits of a value: 15 of the day, 10 of the country, 3 of the registry, 2 of the status. */
const shifts = { country: 15, registry: 25, status: 28 } as const;

/**
 * Reads the extended delegation statistics of the registries: `apnic|AU|ipv4|1.0.0.0|256|20110811|assigned|A91..`. The
 * value of IPv4 is a count of addresses, of IPv6 a length, of systems a count.
 */
export function delegations(): DatasetContent {
  return {
    kind: 'tables',
    ipv6Words: 2,
    read: (document, sink) =>
      readRows(document, sink, (line) => {
        const [registry = '', country = '', type = '', start = '', value = '', date = '', status = ''] =
          line.split('|');
        // The head and the sums are no rows, and what nobody has yet is nobody's.
        if (!/^(?:ipv4|ipv6|asn)$/.test(type) || status === '' || status === 'summary') return 'nothing';
        if (start === '*') return 'nothing';
        if (status === 'available' || status === 'reserved') return 'nothing';
        const count = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
        const packed = pack(registry, country, date, status);
        if (packed === undefined || !(count > 0)) return false;
        if (type === 'ipv6') return sink.prefix(`${start}/${count}`, packed);
        if (type === 'asn') return /^\d+$/.test(start) && sink.system(Number(start), count, packed);
        const first = parsePrefix(start);
        if (first?.family !== 4) return false;
        return sink.count(first.words[0]!, first.words[0]! + count - 1, packed);
      }),
  };
}

function pack(registry: string, country: string, date: string, status: string): number | undefined {
  const place = registries.indexOf(registry as Registry);
  if (place === -1) return undefined;
  const code = /^[A-Z]{2}$/.test(country)
    ? (country.charCodeAt(0) - 65) * lettersInAlphabet + (country.charCodeAt(1) - 65) + 1
    : 0;
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(date) ?? [];
  const days =
    year === undefined ? 0 : Date.UTC(Number(year), Number(month) - 1, Number(day)) / dayMilliseconds;
  const since = Math.max(0, Math.min(0x7fff, days - firstDay));
  const kind = status === 'allocated' ? 1 : status === 'assigned' ? 2 : 0;
  return since + code * 2 ** shifts.country + place * 2 ** shifts.registry + kind * 2 ** shifts.status;
}

/** Reads the delegation that a value stands for. */
export function delegationOf(value: number): Delegation | undefined {
  const registry = registries[(value >>> shifts.registry) & 7];
  if (registry === undefined) return undefined;
  const code = ((value >>> shifts.country) & 0x3ff) - 1;
  const days = value & 0x7fff;
  const letter = (index: number) => String.fromCharCode(65 + index);
  return {
    registry,
    country:
      code < 0 ? null : `${letter(Math.floor(code / lettersInAlphabet))}${letter(code % lettersInAlphabet)}`,
    date: days === 0 ? null : new Date((days + firstDay) * dayMilliseconds).toISOString().slice(0, 10),
    status: ([null, 'allocated', 'assigned'] as const)[value >>> shifts.status] ?? null,
  };
}
