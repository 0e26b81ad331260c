import type { SeenRow } from '../../batch/seen-row.ts';
import { recordTypeName } from '../../dns/record-types.ts';
import { type Field, flat, type OutgoingQuery, type QueryPresentation } from './presentation.ts';
import {
  answersOf,
  hasResponse,
  layerBelow,
  operationCode,
  operationName,
  responseName,
  some,
} from './shown.ts';
import { zeekAnswer } from './zeek-answer.ts';

const fields: readonly Field<OutgoingQuery>[] = [
  field('ts', 'When the query was seen, in seconds since 1970.', ({ observedAt }) => observedAt / 1_000_000),
  { name: 'uid', holds: 'Of the row; the same at each attempt.', value: ({ id }) => id },
  field('id.orig_h', 'Who asked.', ({ clientAddress }) => clientAddress),
  field('id.orig_p', 'From which port.', ({ clientPort }) => clientPort),
  field('id.resp_h', 'Who was asked.', ({ serverAddress }) => serverAddress),
  field('id.resp_p', 'At which port.', ({ serverPort }) => serverPort),
  field(
    'proto',
    'udp, tcp or unknown_transport.',
    ({ transport }) => layerBelow(transport) ?? 'unknown_transport',
  ),
  field('trans_id', "The message's id.", ({ messageId }) => messageId),
  field('rtt', 'Seconds from query to response.', ({ outcome, latency }) =>
    outcome === 'answered' && latency > 0 ? latency / 1_000_000 : undefined,
  ),
  field('query', 'The name asked for.', ({ queryName }) => queryName),
  field('qclass', 'The class asked for.', ({ queryClass }) => queryClass),
  field('qclass_name', 'C_INTERNET, mostly.', ({ queryClass }) => zeekClass(queryClass)),
  field('qtype', 'The type asked for.', ({ queryType }) => queryType),
  field('qtype_name', 'Its name; `*` for ANY.', ({ queryType }) =>
    queryType === 255 ? '*' : recordTypeName(queryType),
  ),
  field('rcode', 'The response code.', (query) => (hasResponse(query) ? query.responseCode : undefined)),
  field('rcode_name', 'Its name.', responseName),
  field('AA', 'Whether the answer is authoritative.', ({ responseFlags }) => (responseFlags & 0x0400) !== 0),
  field('TC', 'Whether it is cut.', ({ responseFlags }) => (responseFlags & 0x0200) !== 0),
  field(
    'RD',
    'Whether recursion was asked for.',
    ({ queryFlags, responseFlags }) => ((queryFlags | responseFlags) & 0x0100) !== 0,
  ),
  field('RA', 'Whether recursion is to be had.', ({ responseFlags }) => (responseFlags & 0x0080) !== 0),
  field(
    'Z',
    'The three bits behind: Z, AD and CD.',
    ({ queryFlags, responseFlags }) => ((queryFlags | responseFlags) >> 4) & 7,
  ),
  field('answers', "The answer section in Zeek's words, which tell some types in part.", (query) =>
    some(answersOf(query).map(zeekAnswer)),
  ),
  field('TTLs', 'Their times to live, in seconds.', (query) => some(answersOf(query).map(({ ttl }) => ttl))),
  field(
    'rejected',
    'Whether a response came with an error and without an answer.',
    (query) =>
      hasResponse(query) &&
      query.responseCode !== 0 &&
      query.responseCode !== 3 &&
      answersOf(query).length === 0,
  ),
  field('opcode', 'The operation code.', ({ queryFlags, responseFlags }) =>
    operationCode(queryFlags | responseFlags),
  ),
  field('opcode_name', 'Its name in small letters.', (query) => operationName(query).toLowerCase()),
];

export const zeek: QueryPresentation = {
  id: 'zeek',
  title: 'Zeek dns.log and conn.log',
  published: "Zeek's `DNS::Info` and `Conn::Info` as its JSON writer shows them: keys keep their dots",
  isJson: true,
  queries: flat(fields),
};

function field(name: string, holds: string, value: (query: SeenRow) => unknown): Field<OutgoingQuery> {
  return { name, holds, value: ({ query }) => value(query) };
}

function zeekClass(value: number): string {
  const names: Readonly<Record<number, string>> = {
    1: 'C_INTERNET',
    2: 'C_CSNET',
    3: 'C_CHAOS',
    4: 'C_HESIOD',
    254: 'C_NONE',
    255: 'C_ANY',
  };
  return names[value] ?? `qclass-${value}`;
}
