import { isAtOrBelow } from '@sonde/shared/dns/name-relations.ts';
import type { RowValues } from './row-values.ts';

/** The place of a row that a text is in: where rules look, those that have no word of theirs there need not be tried. */
export type TextPlace = 'name' | 'answers' | 'type';

export interface SigmaField {
  /** As rules write them, of the taxonomy, of Zeek and of Sysmon, in any case of letters. */
  readonly names: readonly string[];
  readonly kind: 'text' | 'number' | 'address';
  readonly what: string;
  readonly place?: TextPlace;
  /** The text has no case, so that `cased` and `re` mind none. */
  readonly caseless?: boolean;
  texts(values: RowValues): readonly string[];
  numbers?(values: RowValues): readonly number[];
}

const none: readonly never[] = [];

function text(
  names: readonly string[],
  what: string,
  texts: SigmaField['texts'],
  more: Partial<Pick<SigmaField, 'place' | 'caseless'>> = {},
): SigmaField {
  return { names, kind: 'text', what, texts, ...more };
}

function number(
  names: readonly string[],
  what: string,
  numbers: (values: RowValues) => readonly number[],
): SigmaField {
  return { names, kind: 'number', what, numbers, texts: (values) => numbers(values).map(String) };
}

function address(names: readonly string[], what: string, texts: SigmaField['texts']): SigmaField {
  return { names, kind: 'address', what, texts };
}

/** A flag is told in each of the ways that rules write one. */
function flag(names: readonly string[], what: string, isSet: (values: RowValues) => boolean): SigmaField {
  const yes = ['true', 't', '1'];
  const no = ['false', 'f', '0'];
  return { names, kind: 'text', what, texts: (values) => (isSet(values) ? yes : no) };
}

/** The fields of the DNS category, of Zeek's log of DNS and of Sysmon's event 22 that a row has, each with what it is here. */
export const sigmaFields: readonly SigmaField[] = [
  text(['query', 'QueryName'], 'the query name', ({ row }) => [row.queryName], {
    place: 'name',
    caseless: true,
  }),
  text(
    ['parent_domain'],
    'the registrable domain of the query name',
    ({ row }) => {
      const { registrable, text: name } = row.name;
      // What is escaped in a name is told otherwise there.
      return registrable === undefined || !isAtOrBelow(name, registrable) ? none : [registrable];
    },
    { place: 'name', caseless: true },
  ),
  text(['record_type', 'qtype_name'], 'the query type, such as `TXT` or `16`', (values) => values.typeTexts, {
    place: 'type',
    caseless: true,
  }),
  number(['qtype'], 'the number of the query type', ({ row }) => [row.queryType]),
  text(['qclass_name'], 'the query class, such as `IN` or `C_INTERNET`', ({ row }) => {
    if (row.queryClass === 1) return ['IN', 'C_INTERNET'];
    return row.queryClass === 3 ? ['CH', 'C_CHAOS'] : [`CLASS${row.queryClass}`];
  }),
  number(['qclass'], 'the number of the query class', ({ row }) => [row.queryClass]),
  text(
    ['r_code', 'rcode_name', 'response_code'],
    'the response code, such as `NXDOMAIN` or `3`; absent if there is no response',
    (values) => values.codeTexts,
  ),
  number(['rcode'], 'the number of the response code', (values) =>
    values.isAnswered ? [values.row.responseCode] : none,
  ),
  text(
    ['answer', 'answers'],
    'the data of each record in the answer; texts without quotation marks',
    (values) => values.answerTexts,
    { place: 'answers' },
  ),
  text(
    ['QueryResults'],
    'the answer in the format of Windows: `type: 5 target;::ffff:192.0.2.1;`',
    (values) => values.windowsResults,
  ),
  text(
    ['QueryStatus'],
    'the status code of Windows: `0`, `9003` for NXDOMAIN, `9501` for no records, `1460` for no response',
    (values) => [values.windowsStatus],
  ),
  number(['TTLs'], 'the TTLs of the answer', (values) => values.answers.map(({ ttl }) => ttl)),
  address(['src_ip', 'id.orig_h'], 'the client', ({ row }) => [row.clientAddress]),
  address(['dst_ip', 'id.resp_h'], 'the server', ({ row }) => [row.serverAddress]),
  number(['src_port', 'id.orig_p'], "the client's port", ({ row }) => [row.clientPort]),
  number(['dst_port', 'id.resp_p'], "the server's port", ({ row }) => [row.serverPort]),
  text(['proto'], '`udp` or `tcp`', (values) => [values.protocol]),
  number(['trans_id'], 'the id of the message', ({ row }) => [row.messageId]),
  number(['question_length'], 'the size of the query in octets', ({ row }) =>
    row.querySize > 0 ? [row.querySize] : none,
  ),
  number(['answer_length'], 'the size of the response in octets', ({ row }) =>
    row.responseSize > 0 ? [row.responseSize] : none,
  ),
  number(['query_length'], 'the length of the query name in characters', ({ row }) => [row.queryName.length]),
  number(['rtt'], 'the response time in seconds', ({ latencySeconds }) =>
    latencySeconds === undefined ? none : [latencySeconds],
  ),
  flag(['AA'], 'the response is authoritative', ({ flags }) => (flags & 0x0400) !== 0),
  flag(['TC'], 'the response is truncated', ({ isTruncated }) => isTruncated),
  flag(['RD'], 'recursion is desired', ({ flags, row }) => ((flags | row.queryFlags) & 0x0100) !== 0),
  flag(['RA'], 'recursion is available', ({ flags }) => (flags & 0x0080) !== 0),
  number(['Z'], 'the three bits after RA', ({ flags }) => [(flags >> 4) & 7]),
  flag(
    ['rejected'],
    'the response has an error code and no records',
    ({ isAnswered, row }) => isAnswered && row.responseCode !== 0 && row.answerCount === 0,
  ),
];

const byName = new Map(
  sigmaFields.flatMap((field) => field.names.map((name) => [name.toLowerCase(), field] as const)),
);

/** The row as a whole, for words without a field. */
export const wholeRow: SigmaField = text([], 'everything', (values) => values.everything);

/** Finds a field by its name, in any case of letters; undefined if a row doesn't have it. */
export function sigmaFieldOf(name: string): SigmaField | undefined {
  return byName.get(name.toLowerCase());
}
