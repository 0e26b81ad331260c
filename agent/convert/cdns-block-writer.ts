import { noResponseCode, transports } from '@sonde/shared/batch/row-layout.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { MessageReader } from '@sonde/shared/message/message-reader.ts';
import {
  blockKeys,
  blockPreambleKeys,
  dnssecOkFlag,
  extendedKeys,
  flagPlaces,
  itemKeys,
  malformedMessageKeys,
  responseFlagsFrom,
  signatureFlags,
  signatureKeys,
  statisticsKeys,
} from '../capture/cdns/keys.ts';
import type { CborWriter } from './cbor-writer.ts';
import { byKey, CdnsTables, type Numbers } from './cdns-tables.ts';
import { furtherQuestions, plainName, recordsOf, type WireRecord } from './message-records.ts';

/** Items of a block, and octets that its tables may take: a reader has a block in memory as a whole. */
export const maxBlockItems = 5_000;
const maxTableOctets = 4 * 1024 * 1024;
export const ticksPerSecond = 1_000_000;
const { OPT } = recordTypes;
const nonStandard = 15;
const transportNumbers: Readonly<Record<number, number>> = {
  [transports.udp]: 0,
  [transports.tcp]: 1,
  [transports.tls]: 2,
  [transports.https]: 4,
};

/** The ends of a transaction: addresses of 16 octets, IPv4 as RFC 4291 maps it; what is zero is not known. */
export interface TransactionEnds {
  readonly client: Uint8Array;
  readonly server: Uint8Array;
  readonly clientPort: number;
  readonly serverPort: number;
  /** One of `transports`. */
  readonly transport: number;
}

/** A transaction to be written; messages are good until the call returns. */
export interface WrittenTransaction extends TransactionEnds {
  /** Microseconds since 1970, of the query, or of the response if there is no query. */
  readonly time: number;
  /** Microseconds from the query to the response. */
  readonly delay: number;
  readonly query: MessageReader | undefined;
  readonly response: MessageReader | undefined;
  /** Octets; 0 if that is not known. */
  readonly querySize: number;
  readonly responseSize: number;
}

interface StoredItem {
  readonly time: number;
  readonly fields: Numbers;
  readonly query: Numbers;
  readonly response: Numbers;
}

interface StoredMalformed {
  readonly time: number;
  readonly fields: Numbers;
}

/** A block writer gathers what becomes one block of C-DNS (RFC 8618 section 7.3.2). */
export class CdnsBlockWriter {
  readonly #tables = new CdnsTables();
  readonly #items: StoredItem[] = [];
  readonly #malformed: StoredMalformed[] = [];
  #messages = 0;
  #unmatchedQueries = 0;
  #unmatchedResponses = 0;

  get isEmpty(): boolean {
    return this.#items.length + this.#malformed.length === 0;
  }

  get isFull(): boolean {
    return (
      this.#items.length >= maxBlockItems ||
      this.#malformed.length >= maxBlockItems ||
      this.#tables.octets >= maxTableOctets
    );
  }

  add(transaction: WrittenTransaction): void {
    const { query, response, time, delay } = transaction;
    const tables = this.#tables;
    const first = query ?? response!;
    const queryRecords = query === undefined ? [] : recordsOf(query);
    const responseRecords = response === undefined ? [] : recordsOf(response);
    const options = queryRecords.find(({ type }) => type === OPT);
    const name =
      first.questions === 0 ? undefined : plainName(first.bytes, first.start, first.start + 12, first.end);
    const signature = this.#signatureOf(transaction, options);
    this.#messages += (query === undefined ? 0 : 1) + (response === undefined ? 0 : 1);
    if (query === undefined) this.#unmatchedResponses++;
    if (response === undefined) this.#unmatchedQueries++;
    this.#items.push({
      time,
      fields: byKey([
        [itemKeys.clientAddress, this.#address(transaction.client)],
        [itemKeys.clientPort, known(transaction.clientPort)],
        [itemKeys.id, first.id],
        [itemKeys.signature, tables.signature(signature)],
        [itemKeys.responseDelay, query === undefined || response === undefined ? undefined : delay],
        [itemKeys.name, name === undefined ? undefined : tables.name(name)],
        [itemKeys.querySize, query === undefined ? undefined : known(transaction.querySize)],
        [itemKeys.responseSize, response === undefined ? undefined : known(transaction.responseSize)],
      ]),
      query: this.#sectionsOf(
        query,
        queryRecords.filter((record) => record !== options),
      ),
      response: this.#sectionsOf(response, responseRecords),
    });
  }

  /** Takes a message that breaks the rules, as it came. */
  addMalformed(ends: TransactionEnds, time: number, payload: Uint8Array): void {
    const tables = this.#tables;
    const server = this.#address(ends.server) ?? tables.address(ends.server);
    this.#messages++;
    this.#malformed.push({
      time,
      fields: byKey([
        [malformedMessageKeys.clientAddress, this.#address(ends.client)],
        [malformedMessageKeys.clientPort, known(ends.clientPort)],
        [
          malformedMessageKeys.data,
          tables.malformed(server, ends.serverPort, transportFlagsOf(ends), Buffer.from(payload)),
        ],
      ]),
    });
  }

  write(out: CborWriter): void {
    const all = [...this.#items, ...this.#malformed];
    const earliest = all.reduce((least, { time }) => Math.min(least, time), Number.POSITIVE_INFINITY);
    out.map(3 + (this.#items.length > 0 ? 1 : 0) + (this.#malformed.length > 0 ? 1 : 0));
    out.integer(blockKeys.preamble);
    out.map(1);
    out.integer(blockPreambleKeys.earliestTime);
    out.integers([Math.floor(earliest / ticksPerSecond), earliest % ticksPerSecond]);
    out.integer(blockKeys.statistics);
    out.numbers([
      [statisticsKeys.processedMessages, this.#messages],
      [statisticsKeys.items, this.#items.length],
      [statisticsKeys.unmatchedQueries, this.#unmatchedQueries],
      [statisticsKeys.unmatchedResponses, this.#unmatchedResponses],
      [statisticsKeys.malformedItems, this.#malformed.length],
    ]);
    out.integer(blockKeys.tables);
    this.#tables.write(out);
    if (this.#items.length > 0) {
      out.integer(blockKeys.queryResponses);
      out.array(this.#items.length);
      for (const item of this.#items) writeItem(out, item, earliest);
    }
    if (this.#malformed.length === 0) return;
    out.integer(blockKeys.malformedMessages);
    out.array(this.#malformed.length);
    for (const { time, fields } of this.#malformed)
      out.numbers([[malformedMessageKeys.timeOffset, time - earliest], ...[...fields.entries()].slice(1)]);
  }

  #address(bytes: Uint8Array): number | undefined {
    if (bytes.every((octet) => octet === 0)) return undefined;
    return this.#tables.address(Uint8Array.from(isMapped(bytes) ? bytes.subarray(12) : bytes));
  }

  #signatureOf(transaction: WrittenTransaction, options: WireRecord | undefined): Numbers {
    const { query, response } = transaction;
    const tables = this.#tables;
    const first = query ?? response!;
    const hasNoQuestion = (message: MessageReader | undefined): boolean => message?.questions === 0;
    let flags = 0;
    if (query !== undefined) flags |= signatureFlags.hasQuery;
    if (response !== undefined) flags |= signatureFlags.hasResponse;
    if (options !== undefined) flags |= signatureFlags.queryHasOptions;
    if (response?.hasEdns === true) flags |= signatureFlags.responseHasOptions;
    if (hasNoQuestion(query)) flags |= signatureFlags.queryHasNoQuestion;
    if (hasNoQuestion(response)) flags |= signatureFlags.responseHasNoQuestion;
    const isCodeKnown = response !== undefined && response.responseCode !== noResponseCode;
    const hasDnssecOk = options !== undefined && (options.ttl & 0x8000) !== 0;
    return byKey([
      [signatureKeys.serverAddress, this.#address(transaction.server)],
      [signatureKeys.serverPort, known(transaction.serverPort)],
      [signatureKeys.transportFlags, transportFlagsOf(transaction)],
      [signatureKeys.flags, flags],
      [signatureKeys.opcode, (first.flags >> 11) & 0x0f],
      [
        signatureKeys.headerFlags,
        headerFlagsOf(query) |
          (hasDnssecOk ? dnssecOkFlag : 0) |
          (headerFlagsOf(response) << responseFlagsFrom),
      ],
      [signatureKeys.queryCode, query?.responseCode],
      [
        signatureKeys.classType,
        first.questions === 0 ? undefined : tables.classType(first.queryType, first.queryClass),
      ],
      [signatureKeys.questionCount, first.questions],
      [signatureKeys.answerCount, query?.answers],
      [signatureKeys.authorityCount, query?.authorities],
      [signatureKeys.additionalCount, query?.additionals],
      [signatureKeys.ednsVersion, options === undefined ? undefined : (options.ttl >>> 16) & 0xff],
      [signatureKeys.udpSize, options?.class],
      [signatureKeys.options, options?.data === undefined ? undefined : tables.name(options.data)],
      [signatureKeys.responseCode, isCodeKnown ? response.responseCode : undefined],
    ]);
  }

  #sectionsOf(message: MessageReader | undefined, records: readonly WireRecord[]): Numbers {
    if (message === undefined) return [];
    const tables = this.#tables;
    const section = (number: number): number | undefined =>
      tables.recordList(records.filter((record) => record.section === number));
    return byKey([
      [extendedKeys.questions, tables.questionList(furtherQuestions(message))],
      [extendedKeys.answers, section(0)],
      [extendedKeys.authorities, section(1)],
      [extendedKeys.additionals, section(2)],
    ]);
  }
}

function writeItem(out: CborWriter, { time, fields, query, response }: StoredItem, earliest: number): void {
  const numbers = [...fields.entries()].slice(1).filter(([, value]) => value !== undefined);
  const extended = [
    [itemKeys.queryExtended, query],
    [itemKeys.responseExtended, response],
  ] as const;
  const present = extended.filter(([, places]) => places.some((place) => place !== undefined));
  out.map(1 + numbers.length + present.length);
  out.integer(itemKeys.timeOffset);
  out.integer(time - earliest);
  for (const [key, value] of numbers) {
    out.integer(key);
    out.integer(value!);
  }
  for (const [key, places] of present) {
    out.integer(key);
    out.numbers([...places.entries()]);
  }
}

function transportFlagsOf({ client, server, transport }: TransactionEnds): number {
  const isV6 = !isMapped(client) && !isMapped(server);
  return (isV6 ? 1 : 0) | ((transportNumbers[transport] ?? nonStandard) << 1);
}

function headerFlagsOf(message: MessageReader | undefined): number {
  if (message === undefined) return 0;
  return flagPlaces.reduce(
    (bits, place, index) => bits | ((message.flags & place) === 0 ? 0 : 1 << index),
    0,
  );
}

function isMapped(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 10).every((octet) => octet === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
}

function known(value: number): number | undefined {
  return value === 0 ? undefined : value;
}
