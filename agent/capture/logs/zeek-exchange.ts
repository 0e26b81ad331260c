import { isIP, isIPv4 } from 'node:net';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { addressData, nameData, octetsOf, textData } from './log-data.ts';
import {
  headerFlags,
  headerWord,
  type LoggedMessage,
  type LoggedRecord,
  mostRecords,
} from './logged-message.ts';

/**
 * A Zeek exchange states the fields of one line of Zeek's dns.log
 * (https://docs.zeek.org, base/protocols/dns/main.zeek, DNS::Info): a query, its response, or both.
 */
export interface ZeekExchange {
  /** Microseconds since 1970, of the first of both messages. */
  readonly time: number;
  readonly client: string;
  readonly clientPort: number;
  readonly server: string;
  readonly serverPort: number;
  readonly protocol: string;
  readonly id: number;
  /** Microseconds; undefined if Zeek does not tell it, as it does not for responses without answers. */
  readonly roundTrip: number | undefined;
  readonly query: string | undefined;
  readonly type: number | undefined;
  readonly class: number | undefined;
  readonly responseCode: number | undefined;
  readonly operationCode: number;
  readonly authoritative: boolean;
  readonly truncated: boolean;
  readonly recursionDesired: boolean;
  readonly recursionAvailable: boolean;
  /** Three bits: one that is reserved, authentic data, checking disabled. */
  readonly reserved: number;
  readonly answers: readonly string[];
  /** Seconds, by the places of the answers. */
  readonly timesToLive: readonly number[];
}

/** Records whose data Zeek tells in part, by the word that their text begins with. */
const toldInPart: readonly (readonly [RegExp, number])[] = [
  [/^NAPTR /, recordTypes.NAPTR],
  [/^RRSIG /, recordTypes.RRSIG],
  [/^DNSKEY /, recordTypes.DNSKEY],
  [/^NSEC /, recordTypes.NSEC],
  [/^NSEC3$/, recordTypes.NSEC3],
  [/^NSEC3PARAM$/, recordTypes.NSEC3PARAM],
  [/^DS /, recordTypes.DS],
  [/^SSHFP: /, recordTypes.SSHFP],
  [/^LOC: /, recordTypes.LOC],
];
/** Types of which a name is all that Zeek tells, and not all of the data. */
const namedInPart: ReadonlySet<number> = new Set([
  recordTypes.MX,
  recordTypes.SRV,
  recordTypes.SOA,
  recordTypes.NAPTR,
]);
/** Types whose data is a name. */
const names: ReadonlySet<number> = new Set([recordTypes.NS, recordTypes.PTR, recordTypes.DNAME]);
const addressZones = /\.(?:in-addr|ip6)\.arpa$/i;

/** Makes messages of an exchange: the query, the response, or both. */
export function messagesOf(exchange: ZeekExchange): LoggedMessage[] {
  const { query, type, responseCode } = exchange;
  // A response that Zeek saw alone has no type, which it takes from queries.
  const hasQuery = type !== undefined;
  const question =
    query === undefined || type === undefined ? undefined : { name: query, type, class: exchange.class ?? 1 };
  const common = { overTcp: exchange.protocol === 'tcp', id: exchange.id, question };
  const { client, clientPort, server, serverPort, time } = exchange;
  const desired = exchange.recursionDesired ? headerFlags.recursionDesired : 0;
  const messages: LoggedMessage[] = [];
  if (hasQuery) {
    messages.push({
      ...common,
      time,
      source: client,
      sourcePort: clientPort,
      destination: server,
      destinationPort: serverPort,
      flags: headerWord(desired | ((exchange.reserved & 7) << 4), exchange.operationCode, 0),
      extendedCode: 0,
      answers: [],
      authorities: [],
    });
  }
  if (responseCode === undefined && (hasQuery || exchange.answers.length === 0)) return messages;
  let flags = headerFlags.response | desired;
  if (exchange.authoritative) flags |= headerFlags.authoritative;
  if (exchange.truncated) flags |= headerFlags.truncated;
  if (exchange.recursionAvailable) flags |= headerFlags.recursionAvailable;
  messages.push({
    ...common,
    time: time + (exchange.roundTrip ?? 0),
    source: server,
    sourcePort: serverPort,
    destination: client,
    destinationPort: clientPort,
    flags: headerWord(flags, exchange.operationCode, responseCode ?? 0),
    extendedCode: (responseCode ?? 0) >> 4,
    answers: answersOf(exchange),
    authorities: [],
  });
  return messages;
}

/** Zeek tells neither types nor owners: the former by the texts, the latter along the chain of aliases. */
function answersOf({ query, type, answers, timesToLive }: ZeekExchange): LoggedRecord[] {
  const records: LoggedRecord[] = [];
  let owner = query;
  for (const [index, text] of answers.entries()) {
    const ttl = Math.max(0, Math.round(timesToLive[index] ?? 0));
    const record =
      index < mostRecords
        ? recordOf(text, type ?? 0, index < answers.length - 1)
        : { type: 0, data: undefined };
    records.push({ owner, ttl, ...record });
    if (record.type === recordTypes.CNAME) owner = text;
  }
  return records;
}

function recordOf(text: string, asked: number, isFollowed: boolean): Pick<LoggedRecord, 'type' | 'data'> {
  if (isIP(text) !== 0) {
    const type = isIPv4(text) ? recordTypes.A : recordTypes.AAAA;
    return { type, data: addressData(type, text) };
  }
  if (/^(?:TXT|SPF) \d+ /.test(text)) {
    const type = text.startsWith('TXT') ? recordTypes.TXT : recordTypes.SPF;
    return { type, data: stringsOf(text) };
  }
  const unknown = /^<unknown type=(\d{1,5})>$/.exec(text)?.[1];
  if (unknown !== undefined) return { type: Number(unknown), data: undefined };
  const part = toldInPart.find(([form]) => form.test(text));
  if (part !== undefined) return { type: part[1], data: undefined };
  if (namedInPart.has(asked)) return { type: asked, data: undefined };
  const isAlias = asked === recordTypes.PTR && isFollowed && addressZones.test(text);
  return { type: names.has(asked) && !isAlias ? asked : recordTypes.CNAME, data: nameData(text) };
}

/** Reads `TXT 5 hello TXT 3 abc`, whose numbers count octets. */
function stringsOf(text: string): Buffer | undefined {
  const octets = octetsOf(text);
  const strings: Uint8Array[] = [];
  for (let at = 0; at < octets.length; ) {
    const head = /^(?:TXT|SPF) (\d{1,5}) /.exec(octets.toString('latin1', at, at + 16));
    if (head === null) return undefined;
    const start = at + head[0].length;
    const end = start + Number(head[1]);
    if (end > octets.length) return undefined;
    strings.push(octets.subarray(start, end));
    at = end + 1;
  }
  return textData(strings);
}
