import { marks, transports } from '@sonde/shared/batch/row-layout.ts';
import type { PacketSink } from '../capture-source.ts';
import { loggedLinkType, loggedOffsets, unreadablePacket } from '../logs/logged-packet.ts';
import { BlockTables, type Signature } from './block-tables.ts';
import { CborCursor } from './cbor-cursor.ts';
import { damaged } from './cbor-measure.ts';
import { absent, FieldReader, type Fields } from './field-reader.ts';
import {
  addressEventKeys,
  addressEventNames,
  blockKeys,
  blockPreambleKeys,
  itemHints,
  malformedMessageKeys,
  signatureKeys,
} from './keys.ts';
import { MessageComposer } from './message-composer.ts';
import type { BlockParameters } from './parameters.ts';
import { messagesOf, readItem, type StoredItem, type StoredSections } from './stored-item.ts';

/** Octets of records that messages may have for each octet of their block, beside what one message may have. */
const recordsPerOctet = 64;
const leastBudget = 131_072;
/** The year 2242. */
const latestSecond = 2 ** 33;
const transportsByNumber = [
  transports.udp,
  transports.tcp,
  transports.tls,
  transports.unknown,
  transports.https,
];
const malformedFields = new FieldReader(malformedMessageKeys);
const eventFields = new FieldReader(addressEventKeys);
const unreadable = unreadablePacket();

const noSignature = Object.fromEntries(Object.keys(signatureKeys).map((name) => [name, absent])) as Signature;

/** A block state is what goes on from block to block. */
export interface BlockState {
  /** What messages are put together in. */
  readonly bytes: Buffer;
  /** Packets given so far. */
  packets: number;
  /** The time of the last message, which those without one of their own are given for the ledger. */
  lastTime: number;
  /** The number of the last exchange whose id or port was not told. */
  exchange: number;
  /** How often each of `addressEventNames` was counted. */
  readonly events: Record<string, number>;
}

/** The items of one of a block's arrays that are still to be read. */
class Items {
  readonly #cursor: CborCursor;
  readonly #length: number;
  #read = 0;
  #isEnded = false;

  constructor(cursor: CborCursor) {
    this.#cursor = cursor;
    this.#length = cursor.array();
  }

  next<Item>(read: (cursor: CborCursor) => Item): Item | undefined {
    this.#isEnded ||= this.#cursor.isEnd(this.#length, this.#read++);
    return this.#isEnded ? undefined : read(this.#cursor);
  }
}

/** A block gives the messages of one block of a C-DNS file (RFC 8618 section 7.3.2), some at a time. */
export class Block {
  readonly #tables: BlockTables;
  readonly #composer: MessageComposer;
  readonly #parameters: BlockParameters;
  readonly #state: BlockState;
  readonly #items: Items | undefined;
  readonly #malformed: Items | undefined;
  /** Those that come next. */
  #item: StoredItem | undefined;
  #malformedMessage: Fields<typeof malformedMessageKeys> | undefined;
  /** The time of the earliest record, in seconds and ticks; undefined if it is not told. */
  #earliest: readonly [seconds: number, ticks: number] | undefined;

  /** Takes the block `bytes[start, end)`, which was measured. Throws a CaptureError. */
  constructor(
    bytes: Uint8Array,
    start: number,
    end: number,
    list: readonly BlockParameters[],
    state: BlockState,
  ) {
    const places = placesOf(new CborCursor(bytes, start));
    const cursorAt = (key: number): CborCursor | undefined =>
      places[key] === undefined ? undefined : new CborCursor(bytes, places[key]);
    this.#state = state;
    const parameters = list[this.#readPreamble(cursorAt(blockKeys.preamble))];
    if (parameters === undefined) throw damaged();
    this.#parameters = parameters;
    this.#tables = new BlockTables(bytes, cursorAt(blockKeys.tables));
    this.#composer = new MessageComposer(
      state.bytes,
      this.#tables,
      leastBudget + (end - start) * recordsPerOctet,
    );
    this.#items = itemsAt(cursorAt(blockKeys.queryResponses));
    this.#malformed = itemsAt(cursorAt(blockKeys.malformedMessages));
    const events = cursorAt(blockKeys.addressEvents);
    events?.each(() => this.#countEvent(events));
  }

  /** Gives the sink the messages of so many items; returns whether there are more. Throws a CaptureError. */
  give(count: number, sink: PacketSink): boolean {
    sink.input?.(this.#parameters.interfaceName);
    for (let left = count; left > 0; left--) {
      this.#item ??= this.#items?.next(readItem);
      this.#malformedMessage ??= this.#malformed?.next((cursor) => malformedFields.read(cursor));
      const item = this.#item;
      const message = this.#malformedMessage;
      if (item === undefined && message === undefined) return false;
      // Malformed messages stand apart from the others, but may be what a query was answered by.
      if (message !== undefined && (item === undefined || message.timeOffset < item.fields.timeOffset)) {
        this.#malformedMessage = undefined;
        this.#giveMalformed(message, sink);
      } else {
        this.#item = undefined;
        this.#giveItem(item!, sink);
      }
    }
    return true;
  }

  #readPreamble(cursor: CborCursor | undefined): number {
    let index = 0;
    cursor?.entries((key) => {
      if (key === blockPreambleKeys.parametersIndex) index = cursor.count();
      else if (key === blockPreambleKeys.earliestTime) {
        const parts: number[] = [];
        cursor.each((place) => {
          if (place < 2) parts.push(cursor.count());
          else cursor.skip();
        });
        const [seconds, ticks] = parts;
        if (seconds === undefined || ticks === undefined || seconds > latestSecond) throw damaged();
        this.#earliest = [seconds, ticks];
      }
    });
    return index;
  }

  /** An event is a packet without a message, for each address and kind. */
  #countEvent(cursor: CborCursor): void {
    const { type, count } = eventFields.read(cursor);
    const name = addressEventNames[type];
    if (name === undefined || count === absent) return;
    const { events } = this.#state;
    events[name] = Math.min((events[name] ?? 0) + count, Number.MAX_SAFE_INTEGER);
  }

  #giveItem(item: StoredItem, sink: PacketSink): void {
    const { fields } = item;
    const isSigned = fields.signature !== absent;
    const signature = isSigned ? this.#tables.signatures[fields.signature] : noSignature;
    const time = this.#timeOf(fields.timeOffset);
    if (signature === undefined || time === undefined) {
      this.#giveUnreadable(sink);
      return;
    }
    const { hasQuery, hasResponse } = messagesOf(item, signature);
    if (!hasQuery && !hasResponse) this.#giveUnreadable(sink);
    const { transportFlags, serverAddress, serverPort } = signature;
    const ends = { ...fields, serverAddress, serverPort, transportFlags };
    const isWhole = fields.id !== absent && fields.clientPort !== absent && fields.clientAddress !== absent;
    const { bytes } = this.#composer;
    if (!isWhole) this.#state.exchange = (this.#state.exchange + 1) & 0x7fff_ffff;
    bytes.writeUInt32BE(isWhole ? 0 : this.#state.exchange || 1, loggedOffsets.exchange);
    if (hasQuery) this.#giveMessage(item, signature, ends, false, time, sink);
    if (!hasResponse) return;
    const responseTime = hasQuery ? this.#timeOf(Math.max(fields.timeOffset, 0) + (item.delay ?? 0)) : time;
    this.#giveMessage(item, signature, ends, true, responseTime ?? time, sink);
  }

  #giveMessage(
    item: StoredItem,
    signature: Signature,
    ends: Ends,
    isResponse: boolean,
    time: number,
    sink: PacketSink,
  ): void {
    const composer = this.#composer;
    if (!this.#putEnds(ends, isResponse) || !composer.message(item, signature, isResponse)) {
      this.#giveUnreadable(sink);
      return;
    }
    const sections = isResponse ? item.response : item.query;
    let bits = this.#isClientCut(ends) ? marks.clientTruncated : 0;
    if (isResponse && this.#lacksSections(sections)) bits |= marks.messageCut;
    composer.bytes.writeUInt16BE(bits, loggedOffsets.marks);
    this.#give(composer.bytes, composer.end, time, sink);
  }

  #giveMalformed(fields: Fields<typeof malformedMessageKeys>, sink: PacketSink): void {
    const data = this.#tables.malformedData[fields.data];
    const time = this.#timeOf(fields.timeOffset);
    const composer = this.#composer;
    const { payload } = data ?? {};
    if (data === undefined || payload === undefined || time === undefined) {
      this.#giveUnreadable(sink);
      return;
    }
    const isResponse = payload.length > 2 && (payload[2]! & 0x80) !== 0;
    if (!this.#putEnds({ ...fields, ...data }, isResponse) || !composer.payload(payload)) {
      this.#giveUnreadable(sink);
      return;
    }
    composer.bytes.fill(0, loggedOffsets.hasResponseCode, loggedOffsets.message);
    this.#give(composer.bytes, composer.end, time, sink);
  }

  #giveUnreadable(sink: PacketSink): void {
    this.#give(unreadable, unreadable.length, this.#state.lastTime, sink);
  }

  #give(bytes: Buffer, end: number, time: number, sink: PacketSink): void {
    this.#state.packets++;
    this.#state.lastTime = time;
    sink.packet(bytes, 0, end, end, time, loggedLinkType);
  }

  /** Computes microseconds since 1970; undefined if the block does not tell its time. A record without an offset has that of its block. */
  #timeOf(offset: number): number | undefined {
    if (this.#earliest === undefined) return undefined;
    const [seconds, ticks] = this.#earliest;
    const { ticksPerSecond } = this.#parameters;
    const all = ticks + (offset === absent ? 0 : offset);
    const whole = Math.floor(all / ticksPerSecond);
    if (seconds + whole < 0 || seconds + whole > latestSecond) return undefined;
    const rest = all - whole * ticksPerSecond;
    return (seconds + whole) * 1_000_000 + Math.floor((rest * 1_000_000) / ticksPerSecond);
  }

  /** Puts in addresses, ports and transport; returns false if an address is named that is not there. Those that are not told are zero. */
  #putEnds(ends: Ends, isResponse: boolean): boolean {
    const { bytes } = this.#composer;
    const { addresses, ports } = loggedOffsets;
    const [client, server] = isResponse ? [1, 0] : [0, 1];
    bytes[loggedOffsets.transport] = transportOf(ends.transportFlags);
    bytes.writeUInt16BE(Math.max(ends.clientPort, 0) & 0xffff, ports + client * 2);
    bytes.writeUInt16BE(Math.max(ends.serverPort, 0) & 0xffff, ports + server * 2);
    return (
      this.#putAddress(ends.clientAddress, addresses + client * 16, ends.transportFlags) &&
      this.#putAddress(ends.serverAddress, addresses + server * 16, ends.transportFlags)
    );
  }

  /** Addresses whose last bits are not stored are shorter. */
  #putAddress(index: number, at: number, transportFlags: number): boolean {
    const { bytes } = this.#composer;
    bytes.fill(0, at, at + 16);
    if (index === absent) return true;
    const address = this.#tables.addresses[index];
    if (address === undefined || address.length > 16) return false;
    const isV6 = address.length > 4 || (transportFlags !== absent && (transportFlags & 1) !== 0);
    bytes.set(address, isV6 ? at : at + 12);
    if (!isV6) bytes.fill(0xff, at + 10, at + 12);
    return true;
  }

  #isClientCut({ clientAddress, transportFlags }: Ends): boolean {
    const { clientPrefixV4, clientPrefixV6 } = this.#parameters;
    const isV6 =
      (this.#tables.addresses[clientAddress]?.length ?? 0) > 4 ||
      (transportFlags !== absent && (transportFlags & 1) !== 0);
    return clientAddress !== absent && (isV6 ? clientPrefixV6 < 128 : clientPrefixV4 < 32);
  }

  /** Whether the file does not have sections, so that their records are not known. */
  #lacksSections({ answers, authorities }: StoredSections): boolean {
    return (
      (answers === absent && (this.#parameters.itemHints & itemHints.responseAnswers) === 0) ||
      (authorities === absent && (this.#parameters.itemHints & itemHints.responseAuthorities) === 0)
    );
  }
}

/** Where a message came from, by the places of addresses in the tables. */
interface Ends {
  readonly clientAddress: number;
  readonly clientPort: number;
  readonly serverAddress: number;
  readonly serverPort: number;
  readonly transportFlags: number;
}

/** Finds the values of a block's map, by key. */
function placesOf(cursor: CborCursor): (number | undefined)[] {
  const places: (number | undefined)[] = new Array(blockKeys.malformedMessages + 1).fill(undefined);
  cursor.entries((key) => {
    if (key >= 0 && key < places.length) places[key] = cursor.at;
  });
  return places;
}

function itemsAt(cursor: CborCursor | undefined): Items | undefined {
  return cursor && new Items(cursor);
}

function transportOf(flags: number): number {
  return flags === absent
    ? transports.unknown
    : (transportsByNumber[(flags >> 1) & 15] ?? transports.unknown);
}
