import { isIP, isIPv4 } from 'node:net';
import type { Row, RowRecord } from '@sonde/shared/batch/row.ts';
import { ednsFlags, noResponseCode, type Transport } from '@sonde/shared/batch/row-layout.ts';
import { dataWithStoredName } from '@sonde/shared/dns/data-with-name.ts';
import { recordTypeNumber } from '@sonde/shared/dns/record-types.ts';
import { responseCodeNumber } from '@sonde/shared/dns/response-codes.ts';
import { writtenName } from '@sonde/shared/dns/written-name.ts';
import { addressBytes, addressText } from '@sonde/shared/net/address.ts';
import {
  type SubmittedAnswer,
  type SubmittedQuery,
  submittedQuerySchema,
} from '@sonde/shared/schemas/submitted-query.ts';
import { microsecondsOfIso } from '@sonde/shared/text/iso-microseconds.ts';

const transportsByProtocol: ReadonlyMap<string, Transport> = new Map<string, Transport>([
  ['udp', 'udp'],
  ['tcp', 'tcp'],
  ['dot', 'tls'],
  ['tls', 'tls'],
  ['doh', 'https'],
  ['https', 'https'],
  ['doq', 'quic'],
  ['quic', 'quic'],
  ['dnscrypt-udp', 'dnscrypt_udp'],
  ['dnscrypt-tcp', 'dnscrypt_tcp'],
]);

const responseBit = 0x8000;

/** Reads a submitted element as a row, or gives the sentence that says what is wrong with it. */
export function submittedRow(element: unknown): { row: Row } | { message: string } {
  const parsed = submittedQuerySchema.safeParse(element);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { message: `${issue?.path.join('.') || 'element'}: ${issue?.message ?? 'invalid'}` };
  }
  try {
    return { row: toRow(parsed.data) };
  } catch (error) {
    if (error instanceof ElementError) return { message: error.message };
    throw error;
  }
}

class ElementError extends Error {}

function toRow(query: SubmittedQuery): Row {
  const responseCode = codeOf(query.response_code);
  const answered = responseCode !== noResponseCode;
  const queryName = nameOf(query.query_name, 'query_name');
  const queryType = typeOf(query.query_type, 'query_type');
  const records = recordsOf(query, queryName, queryType);
  if (!answered && records.length > 0)
    throw new ElementError('response_code: absent although there are answers');
  return {
    observedAt: microseconds(query.timestamp),
    outcome: answered ? 'answered' : 'unanswered',
    transport: transportOf(query.protocol),
    nameService: 'dns',
    ednsVersion: 0,
    latency: answered ? Math.round((query.response_time_ms ?? 0) * 1_000) : 0,
    tcpRoundTrip: 0,
    clientAddress: canonicalAddress(query.client_ip),
    serverAddress: canonicalAddress(query.server_ip ?? '::'),
    clientPort: query.client_port ?? 0,
    serverPort: query.server_port ?? 53,
    messageId: 0,
    queryFlags: 0,
    responseFlags: answered ? responseBit | (responseCode & 0x0f) : 0,
    responseCode,
    queryType,
    queryClass: query.query_class ?? 1,
    querySize: query.query_size ?? 0,
    responseSize: query.response_size ?? 0,
    ednsFlags: query.client_subnet === undefined ? 0 : ednsFlags.queryHasEdns,
    ednsUdpSize: 0,
    answerCount: records.length,
    authorityCount: 0,
    additionalCount: 0,
    marks: 0,
    responseUdpSize: 0,
    vlan: 0,
    facts: [],
    queryName,
    clientSubnet: printable(query.client_subnet ?? '', 'client_subnet'),
    extendedErrors: [],
    policyRule: printable(query.policy_rule ?? '', 'policy_rule'),
    records,
  };
}

function microseconds(timestamp: string | number): number {
  return typeof timestamp === 'number' ? Math.round(timestamp * 1e6) : microsecondsOfIso(timestamp);
}

function recordsOf(query: SubmittedQuery, name: string, type: number): RowRecord[] {
  const answers: SubmittedAnswer[] = [...(query.answers ?? [])];
  if (query.response_ip != null && answers.length === 0) answers.push(query.response_ip);
  return answers.map((answer, index) => recordOf(answer, name, type, `answers.${index}`));
}

function recordOf(answer: SubmittedAnswer, name: string, type: number, path: string): RowRecord {
  const { data, ...given } = typeof answer === 'string' ? { data: answer } : answer;
  const ownType = given.type === undefined ? (addressType(data) ?? type) : typeOf(given.type, `${path}.type`);
  return {
    section: 'answer',
    name: given.name === undefined ? name : nameOf(given.name, `${path}.name`),
    type: ownType,
    ttl: given.ttl ?? 0,
    data: dataOf(ownType, data, typeof answer === 'string' ? path : `${path}.data`),
  };
}

function addressType(text: string): number | undefined {
  const version = isIP(text);
  return version === 4 ? 1 : version === 6 ? 28 : undefined;
}

/** Addresses in the one way that they are stored; other data as it came. */
function dataOf(type: number, text: string, path: string): string {
  return isIP(text) === 0 ? dataWithStoredName(type, printable(text, path)) : canonicalAddress(text);
}

function canonicalAddress(text: string): string {
  if (isIPv4(text)) return text;
  if (text.includes('%')) throw new ElementError('an address must not name a zone');
  return addressText(addressBytes(text));
}

function nameOf(text: string, path: string): string {
  const name = writtenName(text);
  if (name === undefined) throw new ElementError(`${path}: not a domain name`);
  return name;
}

function typeOf(value: string | number, path: string): number {
  const type = typeof value === 'number' ? value : recordTypeNumber(value);
  if (type === undefined) throw new ElementError(`${path}: not a record type`);
  return type;
}

function codeOf(value: string | number | null | undefined): number {
  if (value == null) return noResponseCode;
  const code = typeof value === 'number' ? value : responseCodeNumber(value);
  if (code === undefined) throw new ElementError('response_code: not a response code');
  return code;
}

function transportOf(protocol: string | undefined): Transport {
  const transport = transportsByProtocol.get((protocol ?? 'udp').toLowerCase());
  if (transport === undefined)
    throw new ElementError('protocol: not one of udp, tcp, dot, doh, doq, dnscrypt-udp, dnscrypt-tcp');
  return transport;
}

function printable(text: string, path: string): string {
  if (!/^[\x20-\x7e]*$/.test(text)) throw new ElementError(`${path}: must be printable ASCII`);
  return text;
}
