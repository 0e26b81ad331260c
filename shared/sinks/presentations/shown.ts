import { getDomain } from 'tldts';
import type { RowRecord } from '../../batch/row.ts';
import { noResponseCode, type Transport } from '../../batch/row-layout.ts';
import type { SeenRow } from '../../batch/seen-row.ts';
import { recordTypes } from '../../dns/record-types.ts';
import { responseCodeName } from '../../dns/response-codes.ts';

/** Several presentations share these words. */

/** Finds the registrable domain, by the Public Suffix List with its private section; undefined if there is none. */
export function registeredDomain(name: string): string | undefined {
  return getDomain(name, { allowPrivateDomains: true, extractHostname: false }) ?? undefined;
}

export function hasResponse({ responseCode }: SeenRow): boolean {
  return responseCode !== noResponseCode;
}

export function responseName(query: SeenRow): string | undefined {
  return hasResponse(query) ? responseCodeName(query.responseCode) : undefined;
}

/** Tells whether a transport runs over a stream or over datagrams; undefined if that is not known. */
export function layerBelow(transport: Transport): 'udp' | 'tcp' | undefined {
  switch (transport) {
    case 'unknown':
      return undefined;
    case 'udp':
    case 'quic':
    case 'dnscrypt_udp':
      return 'udp';
    default:
      return 'tcp';
  }
}

const classNames: Readonly<Record<number, string>> = { 1: 'IN', 3: 'CH', 4: 'HS', 254: 'NONE', 255: 'ANY' };

/** Names a class by the registry of RFC 6895 section 3.2. */
export function className(value: number): string {
  return classNames[value] ?? `CLASS${value}`;
}

const operations = ['QUERY', 'IQUERY', 'STATUS', undefined, 'NOTIFY', 'UPDATE', 'DSO'];

/** Names the operation code of a query by the registry. */
export function operationName({ queryFlags, responseFlags }: SeenRow): string {
  const code = operationCode(queryFlags | responseFlags);
  return operations[code] ?? `OPCODE${code}`;
}

export function operationCode(flags: number): number {
  return (flags >> 11) & 0x0f;
}

export function answersOf(query: SeenRow): readonly RowRecord[] {
  return query.records.filter(({ section }) => section === 'answer');
}

export interface ClassedRecord extends RowRecord {
  readonly className: string;
}

/** Gives the records of the answer section with the class of the question, which is theirs; undefined if there are none. */
export function classedAnswers(query: SeenRow): readonly ClassedRecord[] | undefined {
  const own = className(query.queryClass);
  return some(
    answersOf(query).map(({ section, name, type, ttl, data }) => ({
      section,
      name,
      type,
      ttl,
      data,
      className: own,
    })),
  );
}

export function answeredAddresses(query: SeenRow): string[] {
  return answersOf(query)
    .filter(({ type }) => type === recordTypes.A || type === recordTypes.AAAA)
    .map(({ data }) => data);
}

/** Gives an address that is known: `::` stands for one that is not. */
export function known(address: string): string | undefined {
  return address === '' || address === '::' ? undefined : address;
}

export function portOf(port: number): number | undefined {
  return port === 0 ? undefined : port;
}

export function family(address: string): 'ipv4' | 'ipv6' | undefined {
  return known(address) === undefined ? undefined : address.includes(':') ? 'ipv6' : 'ipv4';
}

/** Gives a list; undefined for an empty one, which is left out. */
export function some<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** Microseconds to milliseconds. */
export function milliseconds(microseconds: number): number {
  return Math.floor(microseconds / 1_000);
}
