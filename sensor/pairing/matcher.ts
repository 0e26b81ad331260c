import * as rowLayout from '@sonde/shared/batch/row-layout.ts';
import type { MessageReader } from '@sonde/shared/message/message-reader.ts';
import * as addressWords from './address-words.ts';
import * as answers from './answer-hash.ts';
import { Bridges } from './bridges.ts';
import { Flow } from './flow.ts';
import * as hashWords from './hash-words.ts';
import type { MessageOrigin } from './message-origin.ts';
import * as nameWords from './name-words.ts';
import * as recentLayout from './recent-transactions.ts';
import * as slots from './slot.ts';
import { TransactionTable } from './transaction-table.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { marks: marksOfRows, nameServices, noResponseCode, transports } = rowLayout;
const { mixAddress } = addressWords;
const { hashOfAnswer, unknownAnswer } = answers;
const { finish, mix } = hashWords;
const { compareName, storeName } = nameWords;
const { entryWords, maxNameBytes, RecentTransactions } = recentLayout;
const {
  hopsShift,
  identificationMask,
  nameOffset,
  readTime,
  slotBytes,
  slotFlags,
  slotWords,
  subnetOffset,
  word,
} = slots;

/** Microseconds within which two taps deliver the same packet, and those where the packet carries no number to know it by. */
const duplicateWindow = 20_000;
const unnumberedWindow = 1_000;
/** Routers between two taps, at most. Systems begin with 32, 64, 128 or 255 hops, so that more is another sender's. */
const maxRouters = 8;
/** The largest client subnet option that is kept: family, two prefix lengths, an IPv6 address. */
const maxSubnetBytes = 19;
/** A matcher finds the transaction that a message belongs to, by addresses, ports, transport, id and question. */
export class Matcher {
  /** The transactions that wait, and those that had their response. */
  readonly table: TransactionTable;
  readonly recent = new RecentTransactions();
  readonly flow = new Flow();
  /** Whether the last search met a waiting transaction of the same flow and id that asked something else. */
  mismatch = false;
  #acrossNetworks = false;
  readonly #bridges = new Bridges();
  readonly #seed = (Math.random() * 0x1_0000_0000) | 0;

  constructor(capacity: number) {
    this.table = new TransactionTable(capacity);
  }

  /**
   * Computes the hash of a message's transaction, whose flow has been set; seeded, so that nobody can choose
   * collisions.
   */
  hash(origin: MessageOrigin, id: number, overTcp: boolean): number {
    const { flow } = this;
    const words = origin.addresses;
    let hash = mixAddress(this.#seed, words, flow.clientAt);
    if (!flow.group) hash = mixAddress(hash, words, flow.serverAt);
    hash = mix(hash, (flow.serverPort << 16) | flow.clientPort);
    return finish(mix(hash, (overTcp ? id | 0x1_0000 : id) ^ origin.exchange));
  }

  /**
   * Finds the newest transaction with this hash that waits, if it is of the message's flow and id, -1 for none: `find`
   * begins with it. It needs not know the question, so that memory answers while the message is being read.
   */
  candidate(hash: number, origin: MessageOrigin, id: number, overTcp: boolean): number {
    const { table } = this;
    return this.#sameFlow(table.first(hash), hash, origin, id, overTcp);
  }

  /**
   * Decides the hash of an ambiguous response: the hash of a member of the group only if one is known to have been
   * asked.
   */
  decide(origin: MessageOrigin, id: number, overTcp: boolean): number {
    const { flow } = this;
    const unicast = this.hash(origin, id, overTcp);
    if (this.#knows(unicast, origin, id, overTcp)) return unicast;
    flow.setGroup();
    const group = this.hash(origin, id, overTcp);
    if (this.#knows(group, origin, id, overTcp)) return group;
    flow.set(origin, true);
    return unicast;
  }

  /** Whether a transaction with this hash waits or was answered lately. */
  #knows(hash: number, origin: MessageOrigin, id: number, overTcp: boolean): boolean {
    return this.candidate(hash, origin, id, overTcp) >= 0 || this.recent.first(hash) >= 0;
  }

  /** Finds the slot of the transaction that waits for, or repeats, a message, from its candidate on; -1 for none. */
  find(
    candidate: number,
    hash: number,
    origin: MessageOrigin,
    message: MessageReader,
    overTcp: boolean,
  ): number {
    const { table } = this;
    let slot = candidate;
    this.mismatch = false;
    while (slot >= 0 && !this.#isSameQuestion(table.words, slot * slotWords, message, message.nameEnd)) {
      this.mismatch = true;
      slot = this.#sameFlow(table.following(slot, hash), hash, origin, message.id, overTcp);
    }
    return slot;
  }

  /** Computes the content of a response as a number; its seed is this matcher's. */
  answerOf(message: MessageReader): number {
    return hashOfAnswer(message, this.#seed);
  }

  /** Finds the newest entry among the recent ones with this hash that is of the message's flow and id, -1 for none. */
  recentOf(hash: number, origin: MessageOrigin, id: number, overTcp: boolean): number {
    const { recent } = this;
    let entry = recent.first(hash);
    while (entry >= 0 && !this.#isSameFlow(recent.words, entry * entryWords, origin, id, overTcp))
      entry = recent.following(entry, hash);
    return entry;
  }

  /**
   * Finds the entry among the recent ones of the transaction that a message repeats; -1 for none. With `answer`, the
   * newest whose response said that (`answerOf`), or of which it is not known.
   */
  findRecent(
    hash: number,
    origin: MessageOrigin,
    message: MessageReader,
    overTcp: boolean,
    answer = unknownAnswer,
  ): number {
    const { recent } = this;
    const end = Math.min(message.nameEnd, message.nameStart + maxNameBytes);
    for (let entry = recent.first(hash); entry >= 0; entry = recent.following(entry, hash)) {
      const w = entry * entryWords;
      const said = answer === unknownAnswer ? answer : recent.answer(entry);
      if (
        (said === answer || said === unknownAnswer) &&
        this.#isSameFlow(recent.words, w, origin, message.id, overTcp) &&
        this.#isSameQuestion(recent.words, w, message, end)
      ) {
        return entry;
      }
    }
    return -1;
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
    const { words } = table;
    const w = slot * slotWords;
    const isResponse = message.isResponse;
    table.setQueryTime(slot, origin.time);
    const kinds = (transportOf(origin, overTcp) << 8) | (flow.nameService << 16);
    words[w + word.latency] = 0;
    words[w + word.roundTrip] = roundTrip;
    words[w + word.ports] = (flow.serverPort << 16) | flow.clientPort;
    words[w + word.responseFlagsAndCode] = noResponseCode << 16;
    // In mDNS the first bit asks for a unicast response (RFC 6762 section 5.4).
    const classBits = flow.nameService === nameServices.mdns ? 0x7fff : 0xffff;
    words[w + word.typeAndClass] = ((message.queryClass & classBits) << 16) | message.queryType;
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
    words[w + word.responseUdpSizeAndVlan] = origin.vlans << 16;
    words[w + word.identificationAndHops] = (origin.hops << hopsShift) | origin.identification;
    words[w + word.subnetAndTags] = origin.vlans & ~0xffff;
    words[w + word.network] = origin.network;
    words[w + word.place] = origin.place;
    for (let index = 0; index < 4; index++) {
      words[w + word.addresses + index] = origin.addresses[flow.clientAt + index]!;
      words[w + word.addresses + 4 + index] = origin.addresses[flow.serverAt + index]!;
    }
    words[w + word.nameLength] = message.nameEnd - message.nameStart;
    if (message.questions === 0) this.#storeLabels(slot, message);
    else if (
      storeName(words, w + word.name, message.view, message.nameStart, message.nameEnd) &&
      flow.nameService === nameServices.dns
    ) {
      table.capitals.keep(slot, message);
      words[w + word.subnetAndTags]! |= slotFlags.capitals;
    }
    if (!isResponse && message.subnetLength > 0) this.#storeSubnet(slot, message);
  }

  /** Tells whether the query of a slot was malformed, which is not counted as one that waits or is stored. */
  isMalformed(slot: number): boolean {
    const bits = this.table.words[slot * slotWords + word.additionalCountAndMarks]! >>> 16;
    return (bits & marksOfRows.queryMalformed) !== 0;
  }

  /** Sets marks of the row that the slot will be. */
  mark(slot: number, bits: number): void {
    this.table.words[slot * slotWords + word.additionalCountAndMarks]! |= bits << 16;
  }

  /** Sets the VLAN to that of the response, if the query came without a tag. */
  setVlan(slot: number, origin: MessageOrigin): void {
    const { words } = this.table;
    const w = slot * slotWords;
    if (words[w + word.responseUdpSizeAndVlan]! >>> 16 !== 0) return;
    words[w + word.responseUdpSizeAndVlan]! |= origin.vlans << 16;
    words[w + word.subnetAndTags]! |= origin.vlans & ~0xffff;
  }

  /** Sets the server to the member of the group that answered. */
  setServer(slot: number, origin: MessageOrigin): void {
    const { words } = this.table;
    for (let index = 0; index < 4; index++) {
      words[slot * slotWords + word.addresses + 4 + index] = origin.addresses[this.flow.serverAt + index]!;
    }
  }

  /** Finds the slot of the query that a query repeats, also under the tags of another network; -1 for none. */
  findCopy(
    candidate: number,
    hash: number,
    origin: MessageOrigin,
    message: MessageReader,
    overTcp: boolean,
  ): number {
    const slot = this.find(candidate, hash, origin, message, overTcp);
    return slot >= 0 ? slot : this.#findAcross(hash, origin, message, overTcp);
  }

  /**
   * Finds the slot of a query that waits and of which a message is the copy from behind a router or a bridge, under the tags of another network; -1
   * for none. Its response may then come under either.
   */
  #findAcross(hash: number, origin: MessageOrigin, message: MessageReader, overTcp: boolean): number {
    if (origin.network === 0) return -1;
    this.#acrossNetworks = true;
    const candidate = this.candidate(hash, origin, message.id, overTcp);
    const slot = this.find(candidate, hash, origin, message, overTcp);
    this.#acrossNetworks = false;
    if (slot < 0 || !this.isDuplicate(slot, origin) || !this.#isPassedOn(slot, origin, message)) return -1;
    this.table.words[slot * slotWords + word.network] = 0;
    return slot;
  }

  /**
   * Tells whether a query that repeats a waiting one is the same packet from a second tap, rather than one sent again.
   */
  isDuplicate(slot: number, origin: MessageOrigin): boolean {
    return isCopy(this.table.words, slot * slotWords, origin);
  }

  /**
   * Tells whether a query that repeats a recent one is the same packet from a second tap. If the packet carries no
   * number, a query sent again after its response looks like the copy of a second tap: it is taken for one only if
   * there are two taps, `areCopied`.
   */
  isRecentDuplicate(entry: number, origin: MessageOrigin, areCopied: boolean): boolean {
    return (
      (origin.identification !== 0 || areCopied) && isCopy(this.recent.words, entry * entryWords, origin)
    );
  }

  /**
   * Tells whether a query may be the packet of a slot as a router passed it on, with fewer hops left, or a bridge, at once and between tags that
   * it is known to join; and otherwise as it was. Other signs of tenants tell nothing: sub-interfaces of a router share its link address, and many packets bear no number.
   */
  #isPassedOn(slot: number, origin: MessageOrigin, message: MessageReader): boolean {
    const { words } = this.table;
    const w = slot * slotWords;
    if (words[w + word.idAndFlags]! >>> 16 !== message.flags) return false;
    if (words[w + word.edns] !== ((message.udpSize << 16) | message.ednsBits)) return false;
    // The tap in front of the router may be read after the one behind it.
    const routers = Math.abs((words[w + word.identificationAndHops]! >>> hopsShift) - origin.hops);
    if (routers > 0) return routers <= maxRouters;
    if (Math.abs(origin.time - readTime(words, w + word.observedAt)) > unnumberedWindow) return false;
    const network = words[w + word.network]!;
    return this.#bridges.explains(network, origin.network, origin.identification !== 0, origin.time);
  }

  /** From a slot with this hash on, the first one that is of the flow. */
  #sameFlow(first: number, hash: number, origin: MessageOrigin, id: number, overTcp: boolean): number {
    const { table } = this;
    let slot = first;
    while (slot >= 0 && !this.#isSameFlow(table.words, slot * slotWords, origin, id, overTcp))
      slot = table.following(slot, hash);
    return slot;
  }

  /** The labels of a question that can't be read, with the zero that they lack. They may end where the packet does. */
  #storeLabels(slot: number, message: MessageReader): void {
    const { words, bytes } = this.table;
    const length = message.nameEnd - message.nameStart;
    const to = slot * slotBytes + nameOffset;
    for (let index = 0; index < length; index++) {
      const octet = message.bytes[message.nameStart + index]!;
      bytes[to + index] = octet >= 0x41 && octet <= 0x5a ? octet + 0x20 : octet;
    }
    bytes.fill(0, to + length, to + length + 1 + (-(length + 1) & 3));
    if (length > 0) words[slot * slotWords + word.nameLength] = length + 1;
  }

  #storeSubnet(slot: number, message: MessageReader): void {
    const { words, bytes } = this.table;
    const length = Math.min(message.subnetLength, maxSubnetBytes);
    const to = slot * slotBytes + subnetOffset;
    words[slot * slotWords + word.subnetAndTags]! |= length;
    for (let index = 0; index < length; index++) bytes[to + index] = message.bytes[message.subnetAt + index]!;
  }

  #isSameFlow(words: Int32Array, w: number, origin: MessageOrigin, id: number, overTcp: boolean): boolean {
    const { flow } = this;
    const own = origin.addresses;
    if ((words[w + word.idAndFlags]! & 0xffff) !== id) return false;
    if (words[w + word.ports] !== ((flow.serverPort << 16) | flow.clientPort)) return false;
    if (((words[w + word.kinds]! >> 8) & 0xff) !== transportOf(origin, overTcp)) return false;
    // The other direction may come without tags.
    const network = words[w + word.network]!;
    if (network !== origin.network && network !== 0 && origin.network !== 0 && !this.#acrossNetworks)
      return false;
    const client = w + word.addresses;
    for (let index = 0; index < 4; index++) {
      if (words[client + index] !== own[flow.clientAt + index]) return false;
    }
    if (flow.group) return true;
    for (let index = 0; index < 4; index++) {
      if (words[client + 4 + index] !== own[flow.serverAt + index]) return false;
    }
    return true;
  }

  /** Compares the name up to `nameEnd`, which is before the message's own if no more of it was stored. */
  #isSameQuestion(words: Int32Array, w: number, message: MessageReader, nameEnd: number): boolean {
    // A server that could not read the question may answer without one.
    const own = words[w + word.typeAndClass]!;
    if (message.questions === 0) return message.isResponse || (own === 0 && words[w + word.nameLength] === 0);
    if (own !== ((message.queryClass << 16) | message.queryType)) {
      // A node status request of NetBIOS is answered under the same type; mDNS and LLMNR may change the class's first bit.
      if (this.flow.nameService === nameServices.dns || (own & 0xffff) !== message.queryType) return false;
    }
    if (words[w + word.nameLength] !== message.nameEnd - message.nameStart) return false;
    const capitals = compareName(words, w + word.name, message.view, message.nameStart, nameEnd);
    if (capitals > 0 && this.flow.nameService === nameServices.dns) message.hasCapitals = true;
    return capitals >= 0;
  }
}

function isCopy(words: Int32Array, w: number, origin: MessageOrigin): boolean {
  const known = words[w + word.identificationAndHops]! & identificationMask;
  if (known !== origin.identification) return false;
  const age = Math.abs(origin.time - readTime(words, w + word.observedAt));
  return age <= (known === 0 ? unnumberedWindow : duplicateWindow);
}

function transportOf(origin: MessageOrigin, overTcp: boolean): number {
  if (origin.transport >= 0) return origin.transport;
  return overTcp ? transports.tcp : transports.udp;
}
