import { nameServices, noResponseCode, transports } from '@sonde/shared/batch/row-layout.ts';
import type { MessageReader } from '@sonde/shared/message/message-reader.ts';
import { Flow, finish, mix } from './flow.ts';
import type { MessageOrigin } from './message-origin.ts';
import {
  nameOffset,
  slotBytes,
  slotWords,
  subnetOffset,
  TransactionTable,
  word,
} from './transaction-table.ts';

/** Microseconds within which two taps deliver the same packet, and those where the packet carries no number to know it by. */
const duplicateWindow = 20_000;
const unnumberedWindow = 1_000;
/** The largest client subnet option that is kept: family, two prefix lengths, an IPv6 address. */
const maxSubnetBytes = 19;
/** Octets in lower case. Lengths of labels are below the letters, so that a name on the wire can be treated whole. */
const lower = Uint8Array.from({ length: 256 }, (_, octet) =>
  octet >= 0x41 && octet <= 0x5a ? octet + 0x20 : octet,
);

/** Finds the transaction that a message belongs to, by addresses, ports, transport, id and question. */
export class Matcher {
  readonly table: TransactionTable;
  readonly flow = new Flow();
  /** Whether the last search met a waiting transaction of the same flow and id that asked something else. */
  mismatch = false;
  readonly #seed = (Math.random() * 0x1_0000_0000) | 0;

  constructor(capacity: number) {
    this.table = new TransactionTable(capacity);
  }

  /** The hash of a message's transaction, whose flow has been set; seeded, so that nobody can choose what collides. */
  hash(origin: MessageOrigin, id: number, overTcp: boolean): number {
    const { flow } = this;
    const words = origin.addresses;
    let hash = mixAddress(this.#seed, words, flow.clientAt);
    if (!flow.group) hash = mixAddress(hash, words, flow.serverAt);
    hash = mix(hash, (flow.serverPort << 16) | flow.clientPort);
    return finish(mix(hash, overTcp ? id | 0x1_0000 : id));
  }

  /** The slot of a message's transaction, -1 for none; a waiting one before an answered one. */
  find(hash: number, origin: MessageOrigin, message: MessageReader, overTcp: boolean): number {
    const { table } = this;
    let answered = -1;
    this.mismatch = false;
    for (let slot = table.first(hash); slot >= 0; slot = table.following(slot, hash)) {
      if (!this.#isSameFlow(slot, origin, message.id, overTcp)) continue;
      const waits = !table.isAnswered(slot);
      // A server that could not read the question may answer without one.
      if ((message.questions === 0 && message.isResponse) || this.#isSameQuestion(slot, message)) {
        if (waits) return slot;
        if (answered < 0) answered = slot;
      } else if (waits) this.mismatch = true;
    }
    return answered;
  }

  /** Fills a slot from a message: a query, or a response whose query was not seen. */
  fill(
    slot: number,
    origin: MessageOrigin,
    message: MessageReader,
    size: number,
    overTcp: boolean,
    roundTrip: number,
    marks: number,
  ): void {
    const { table, flow } = this;
    const { words, bytes } = table;
    const w = slot * slotWords;
    const isResponse = message.isResponse;
    table.setQueryTime(slot, origin.time);
    table.setResponseTime(slot, origin.time);
    const kinds = (transportOf(origin, overTcp) << 8) | (flow.nameService << 16);
    words[w + word.latency] = 0;
    words[w + word.roundTrip] = roundTrip;
    words[w + word.ports] = (flow.serverPort << 16) | flow.clientPort;
    words[w + word.responseFlagsAndCode] = noResponseCode << 16;
    words[w + word.typeAndClass] = (message.queryClass << 16) | message.queryType;
    if (isResponse) {
      words[w + word.kinds] = kinds;
      words[w + word.idAndFlags] = message.id;
      words[w + word.sizes] = 0;
      words[w + word.edns] = 0;
    } else {
      words[w + word.kinds] = kinds | (message.ednsVersion << 24);
      words[w + word.idAndFlags] = (message.flags << 16) | message.id;
      words[w + word.sizes] = Math.min(size, 0xffff);
      words[w + word.edns] = (message.udpSize << 16) | message.ednsBits;
    }
    words[w + word.answerAndAuthorityCount] = 0;
    words[w + word.additionalCountAndMarks] = marks << 16;
    words[w + word.identification] = origin.identification;
    for (let index = 0; index < 4; index++) {
      words[w + word.addresses + index] = origin.addresses[flow.clientAt + index]!;
      words[w + word.addresses + 4 + index] = origin.addresses[flow.serverAt + index]!;
    }
    words[w + word.buffer] = -1;
    this.#fillSubnet(slot * slotBytes + subnetOffset, isResponse ? undefined : message);
    const source = message.bytes;
    const { nameEnd } = message;
    let to = slot * slotBytes + nameOffset;
    for (let at = message.nameStart; at < nameEnd; at++) bytes[to++] = lower[source[at]!]!;
    if (message.nameStart === message.nameEnd) bytes[to] = 0;
  }

  /** Whether a query that repeats the slot's is the same packet from a second tap, rather than one sent again. */
  isDuplicate(slot: number, origin: MessageOrigin): boolean {
    const age = origin.time - this.table.queryTime(slot);
    const known = this.table.words[slot * slotWords + word.identification]!;
    if (known !== origin.identification) return false;
    return Math.abs(age) <= (known === 0 ? unnumberedWindow : duplicateWindow);
  }

  #fillSubnet(at: number, message: MessageReader | undefined): void {
    const { bytes } = this.table;
    const length = Math.min(message?.subnetLength ?? 0, maxSubnetBytes);
    bytes[at] = length;
    if (message === undefined) return;
    for (let index = 0; index < length; index++)
      bytes[at + 1 + index] = message.bytes[message.subnetAt + index]!;
  }

  #isSameFlow(slot: number, origin: MessageOrigin, id: number, overTcp: boolean): boolean {
    const { words } = this.table;
    const { flow } = this;
    const w = slot * slotWords;
    if ((words[w + word.idAndFlags]! & 0xffff) !== id) return false;
    if (words[w + word.ports] !== ((flow.serverPort << 16) | flow.clientPort)) return false;
    if (((words[w + word.kinds]! >> 8) & 0xff) !== transportOf(origin, overTcp)) return false;
    for (let index = 0; index < 4; index++) {
      if (words[w + word.addresses + index] !== origin.addresses[flow.clientAt + index]) return false;
    }
    if (flow.group) return true;
    for (let index = 0; index < 4; index++) {
      if (words[w + word.addresses + 4 + index] !== origin.addresses[flow.serverAt + index]) return false;
    }
    return true;
  }

  #isSameQuestion(slot: number, message: MessageReader): boolean {
    const { words, bytes } = this.table;
    const own = words[slot * slotWords + word.typeAndClass]!;
    if (own !== ((message.queryClass << 16) | message.queryType)) {
      // A node status request of NetBIOS is answered under the same type; mDNS and LLMNR may change the class's first bit.
      if (this.flow.nameService === nameServices.dns || (own & 0xffff) !== message.queryType) return false;
    }
    const from = slot * slotBytes + nameOffset;
    const length = message.nameEnd - message.nameStart;
    if (length === 0) return bytes[from] === 0;
    const source = message.bytes;
    const start = message.nameStart;
    for (let index = 0; index < length; index++) {
      if (bytes[from + index] !== lower[source[start + index]!]) return false;
    }
    return true;
  }
}

function transportOf(origin: MessageOrigin, overTcp: boolean): number {
  if (origin.transport >= 0) return origin.transport;
  return overTcp ? transports.tcp : transports.udp;
}

/** An IPv4 address is its last two words: the first two are zero, and say nothing. */
function mixAddress(hash: number, words: Int32Array, at: number): number {
  const first = words[at]!;
  const second = words[at + 1]!;
  let mixed = hash;
  if ((first | second) !== 0) mixed = mix(mix(mixed, first), second);
  return mix(mix(mixed, words[at + 2]!), words[at + 3]!);
}
