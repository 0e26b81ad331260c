import { recordTypeNumber, recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodeNumber } from '@sonde/shared/dns/response-codes.ts';
import { addressData, nameData, octetsOf, textData } from './log-data.ts';
import {
  headerFlags,
  headerWord,
  type LoggedMessage,
  type LoggedRecord,
  mostRecords,
} from './logged-message.ts';
import { loggedTime } from './logged-time.ts';

type Values = Readonly<Record<string, unknown>>;

const responseTypes: ReadonlySet<unknown> = new Set(['answer', 'response']);
const queryTypes: ReadonlySet<unknown> = new Set(['query', 'request']);
/** Ports by which the server is known, if the event does not tell: DNS, and its neighbours with the same messages. */
const serverPorts: ReadonlySet<number> = new Set([53, 5_353, 5_355, 137]);
/** What Suricata has no name for, it tells by its number. */
const decimal = /^[0-9]{1,5}$/;
const names: ReadonlySet<number> = new Set([
  recordTypes.CNAME,
  recordTypes.NS,
  recordTypes.PTR,
  recordTypes.DNAME,
]);

/**
 * Reads a DNS event of Suricata's EVE log, of versions 2 and 3 (https://docs.suricata.io, EVE JSON Format); undefined if it is none that
 * can be read. Version 1 has an event for each record of a response, which are no messages.
 */
export function messageOfEvent(event: Values): LoggedMessage | undefined {
  const dns = objectOf(event.dns);
  const time = loggedTime(String(event.timestamp));
  const isResponse = responseTypes.has(dns?.type);
  if (dns === undefined || time === undefined || (!isResponse && !queryTypes.has(dns.type))) return undefined;
  if (isResponse && dns.version !== 2 && dns.version !== 3) return undefined;
  const ends = endsOf(event, isResponse);
  const question = questionOf(dns);
  const id = numberOf(dns.id);
  if (ends === undefined || question === 'unreadable' || id === undefined) return undefined;
  const flags = flagsOf(dns, isResponse);
  const code = isResponse ? codeOf(dns.rcode) : 0;
  const authorities = listOf(dns.authorities).map(recordOf);
  const answers = listOf(dns.answers).map(recordOf);
  if (code === undefined || answers.includes(undefined) || authorities.includes(undefined)) return undefined;
  return {
    ...ends,
    time,
    overTcp: event.proto === 'TCP',
    id,
    flags: headerWord(flags, numberOf(dns.opcode) ?? 0, code),
    extendedCode: code >> 4,
    question,
    answers: isResponse ? (answers as LoggedRecord[]) : [],
    authorities: isResponse ? (authorities as LoggedRecord[]) : [],
  };
}

/** Events of responses name either the response's own source first, or the client: the server's port decides. */
function endsOf(event: Values, isResponse: boolean) {
  const source = { address: event.src_ip, port: numberOf(event.src_port) ?? 0 };
  const destination = { address: event.dest_ip, port: numberOf(event.dest_port) ?? 0 };
  if (typeof source.address !== 'string' || typeof destination.address !== 'string') return undefined;
  const isTurned = isResponse && serverPorts.has(destination.port) && !serverPorts.has(source.port);
  const [from, to] = isTurned ? [destination, source] : [source, destination];
  return {
    source: from.address as string,
    sourcePort: from.port,
    destination: to.address as string,
    destinationPort: to.port,
  };
}

function questionOf(dns: Values): LoggedMessage['question'] | 'unreadable' {
  const asked = listOf(dns.queries)[0] ?? dns;
  const name = asked.rrname;
  if (name === undefined) return undefined;
  const type = typeOf(asked.rrtype);
  return typeof name === 'string' && type !== undefined ? { name, type, class: 1 } : 'unreadable';
}

/** The word of flags, if it is told; else those that are told by name. */
function flagsOf(dns: Values, isResponse: boolean): number {
  const written = typeof dns.flags === 'string' && /^[0-9a-f]{1,4}$/i.test(dns.flags);
  const own = isResponse ? headerFlags.response : 0;
  // The codes within are told beside it.
  if (written) return (Number.parseInt(dns.flags as string, 16) & 0x07b0) | own;
  let flags = own;
  if (dns.aa === true) flags |= headerFlags.authoritative;
  if (dns.tc === true) flags |= headerFlags.truncated;
  if (dns.rd === true) flags |= headerFlags.recursionDesired;
  if (dns.ra === true) flags |= headerFlags.recursionAvailable;
  return flags;
}

function recordOf(record: Values, index: number): LoggedRecord | undefined {
  const type = typeOf(record.rrtype);
  const owner = record.rrname;
  const ttl = numberOf(record.ttl);
  if (type === undefined || typeof owner !== 'string' || ttl === undefined) return undefined;
  return { owner, type, ttl, data: index < mostRecords ? dataOf(type, record) : undefined };
}

function dataOf(type: number, record: Values): Uint8Array | undefined {
  const { rdata } = record;
  if (type === recordTypes.SOA) return authorityData(objectOf(record.soa));
  if (type === recordTypes.SRV) return serviceData(objectOf(record.srv));
  if (typeof rdata !== 'string') return undefined;
  if (type === recordTypes.A || type === recordTypes.AAAA) return addressData(type, rdata);
  if (names.has(type)) return nameData(rdata);
  // Suricata joins the strings, or has an answer for each: their bounds are not known; what they say is.
  return type === recordTypes.TXT ? textData([octetsOf(rdata)]) : undefined;
}

function authorityData(soa: Values | undefined): Uint8Array | undefined {
  if (soa === undefined) return undefined;
  const [primary, mailbox] = [soa.mname, soa.rname].map((name) =>
    typeof name === 'string' ? nameData(name) : undefined,
  );
  const numbers = [soa.serial, soa.refresh, soa.retry, soa.expire, soa.minimum].map(numberOf);
  if (primary === undefined || mailbox === undefined || numbers.includes(undefined)) return undefined;
  const words = Buffer.alloc(20);
  for (const [index, number] of numbers.entries()) words.writeUInt32BE(number! >>> 0, index * 4);
  return Buffer.concat([primary, mailbox, words]);
}

function serviceData(service: Values | undefined): Uint8Array | undefined {
  const target = typeof service?.name === 'string' ? nameData(service.name) : undefined;
  const numbers = [service?.priority, service?.weight, service?.port].map(numberOf);
  if (target === undefined || numbers.some((number) => number === undefined || number > 0xffff))
    return undefined;
  const words = Buffer.alloc(6);
  for (const [index, number] of numbers.entries()) words.writeUInt16BE(number!, index * 2);
  return Buffer.concat([words, target]);
}

function typeOf(value: unknown): number | undefined {
  if (typeof value === 'number')
    return Number.isInteger(value) && value >= 0 && value <= 0xffff ? value : undefined;
  return typeof value === 'string'
    ? recordTypeNumber(decimal.test(value) ? `TYPE${value}` : value)
    : undefined;
}

function codeOf(value: unknown): number | undefined {
  const text = String(value ?? 'NOERROR');
  return responseCodeNumber(decimal.test(text) ? `RCODE${text}` : text);
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff
    ? value
    : undefined;
}

function objectOf(value: unknown): Values | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : undefined;
}

function listOf(value: unknown): readonly Values[] {
  return Array.isArray(value) ? value.map((each) => objectOf(each) ?? {}) : [];
}
