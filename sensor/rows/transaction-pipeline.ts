import * as rowLayout from '@sonde/shared/batch/row-layout.ts';
import * as malformedReasons from '@sonde/shared/message/malformed.ts';
import { MessageReader } from '@sonde/shared/message/message-reader.ts';
import { Matcher } from '../pairing/matcher.ts';
import type { MessageOrigin } from '../pairing/message-origin.ts';
import * as slots from '../pairing/slot.ts';
import { Filters } from './filters.ts';
import { marksOf } from './marks-of.ts';
import { MessageCounts, type RepeatedMessages } from './message-counts.ts';
import { Repetitions } from './repetitions.ts';
import { RowOutlet } from './row-outlet.ts';
import type { PipelineCounters, RowSink } from './row-writer.ts';
import { SampleBudget } from './sample-budget.ts';
import type { ChangeableOptions, TransactionOptions } from './transaction-options.ts';
import { WaitingTransactions } from './waiting-transactions.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { marks, nameServices, outcomes } = rowLayout;
const { malformed } = malformedReasons;
const { slotWords, word } = slots;

/** How far the messages' clock runs on before what waited too long is looked for, in microseconds. */
const tickInterval = 50_000;
/** Malformed messages that become rows of their own: so many a second, and so many at once. */
const malformedPerSecond = 20;
const malformedAtOnce = 200;
const mdnsPort = 5_353;

/**
 * A transaction pipeline turns messages into rows: it decodes, matches queries with responses, writes rows, and counts
 * every message by its outcome. Who feeds it tells it of each packet (or frame) by `beginPacket` and `endPacket`, and
 * in between of the messages within.
 */
export class TransactionPipeline {
  #options: TransactionOptions;
  readonly #reader = new MessageReader();
  readonly lastMessage = this.#reader;
  readonly #matcher: Matcher;
  readonly #outlet: RowOutlet;
  readonly #waiting: WaitingTransactions;
  readonly #repetitions: Repetitions;
  #filters: Filters;
  readonly #counts = new MessageCounts();
  #lastTick = 0;
  #heldMessage = false;
  readonly #samples = new SampleBudget(malformedPerSecond, malformedAtOnce);
  /** Until then queries may wait that came under other filters or another sampling. */
  #changingUntil = 0;

  constructor(options: TransactionOptions, sink: RowSink) {
    this.#options = options;
    this.#matcher = new Matcher(options.maxTransactions);
    this.#filters = new Filters(options.filters);
    this.#outlet = new RowOutlet(this.#matcher, this.#counts, options, sink);
    this.#waiting = new WaitingTransactions(this.#matcher, this.#outlet, this.#counts, this.#filters);
    this.#repetitions = new Repetitions(this.#matcher, this.#outlet, this.#counts, options.queryTimeout);
  }

  /**
   * Takes other filters, sampling and privacy from now on. The rows so far are handed out first. Queries that wait keep
   * their place and their responses. Throws a RangeError, and changes nothing, if a filter or a key is not sound.
   */
  configure({ filters, sampling, privacy }: ChangeableOptions): void {
    const nextFilters = new Filters(filters);
    this.#outlet.protect(privacy);
    this.#options = { ...this.#options, filters, sampling, privacy };
    this.#filters = nextFilters;
    this.#waiting.filters = nextFilters;
    this.#changingUntil = this.#lastTick + this.#options.queryTimeout + tickInterval;
  }

  beginPacket(): void {
    this.#heldMessage = false;
    this.#counts.packets++;
  }

  endPacket(): void {
    if (!this.#heldMessage) this.#counts.otherPackets++;
  }

  /**
   * Tells whether the messages' clock has gone so far since the last `tick` that the next is due. Clocks are put back,
   * too, and files hold the messages of one capture behind those of another.
   */
  isTickDue(microseconds: number): boolean {
    const elapsed = microseconds - this.#lastTick;
    return elapsed >= tickInterval || elapsed <= -tickInterval;
  }

  /** Ends what waited too long, relative to this time in microseconds: the messages' clock for files, the wall clock live. */
  tick(microseconds: number): void {
    this.#lastTick = microseconds;
    this.#waiting.endOlder(microseconds, this.#options.queryTimeout);
  }

  /** Hands out the rows written so far. */
  flush(): void {
    this.#outlet.flush();
  }

  /** Ends everything that waits, as unanswered, and hands out all rows. */
  end(): void {
    this.#waiting.endAll();
    this.flush();
  }

  counters(): PipelineCounters {
    return this.#counts.ledger(this.#waiting.messages + this.#outlet.messages);
  }

  repeatedMessages(): RepeatedMessages {
    return this.#counts.repeatedMessages();
  }

  /** Figures beside the ledger: what the table had to give up, and how full it is. */
  diagnostics(): Readonly<Record<string, number>> {
    return { transactions_waiting: this.#matcher.table.waiting, ...this.#counts.diagnostics() };
  }

  /**
   * Takes one message `bytes[start, end)` from `origin`. `cut` tells that its end is lacking. `roundTrip` is that of
   * the TCP connection in microseconds, 0 if unknown. Returns whether it becomes a row or part of one: false for what
   * is sampled away, filtered out or malformed, and for any message if a filter of response codes may still drop the
   * row.
   */
  message(
    origin: MessageOrigin,
    bytes: Uint8Array,
    start: number,
    end: number,
    cut: boolean,
    overTcp: boolean,
    roundTrip: number,
  ): boolean {
    const counts = this.#counts;
    const { flow } = this.#matcher;
    this.#heldMessage = true;
    counts.seen++;
    flow.set(origin, end - start > 2 && (bytes[start + 2]! & 0x80) !== 0);
    const size = origin.told?.size ?? end - start;
    const { sampling } = this.#options;
    const isSampled = sampling > 1 && (flow.hash(origin, overTcp) >>> 0) % sampling !== 0;
    if (isSampled && origin.time > this.#changingUntil) {
      counts.sampled++;
      return false;
    }
    const matcher = this.#matcher;
    const id = end - start < 2 ? 0 : (bytes[start]! << 8) | bytes[start + 1]!;
    const hash = flow.isAmbiguous ? matcher.decide(origin, id, overTcp) : matcher.hash(origin, id, overTcp);
    const candidate = matcher.candidate(hash, origin, id, overTcp);
    const reader = this.#reader;
    const reason = reader.read(bytes, start, end, cut);
    const { told } = origin;
    if (told?.hasResponseCode === false) reader.forgetResponseCode();
    else if (told !== undefined && told.extendedCode > 0) reader.extendedCode = told.extendedCode;
    if (reason !== malformed.none) {
      if (isSampled) counts.sampled++;
      else {
        counts.malformed[reason]!++;
        this.#outlet.witness?.malformed(origin, bytes, start, end, overTcp);
        // What the capture cut off is no fault of the sender's.
        if (!cut && (!this.#filters.active || this.#filters.accepts(reader, origin, flow.clientAt)))
          this.#malformed(origin, candidate, hash, size, overTcp, roundTrip, reason);
      }
      return false;
    }
    const isFiltered = this.#filters.active && !this.#filters.accepts(reader, origin, flow.clientAt);
    if ((isSampled || isFiltered) && !this.#isAwaited(origin, candidate, hash, overTcp)) {
      if (isSampled) counts.sampled++;
      else counts.filtered++;
      return false;
    }
    const isSolitary =
      flow.nameService === nameServices.mdns && flow.clientPort === mdnsPort && flow.serverPort === mdnsPort;
    if (isSolitary) this.#writeAtOnce(origin, size, overTcp, roundTrip);
    else if (reader.isResponse) this.#response(origin, candidate, hash, size, overTcp, roundTrip);
    else this.#query(origin, candidate, hash, size, overTcp, roundTrip);
    return this.#filters.acceptsAllCodes;
  }

  /** Returns the number that an origin tells the interface of this name by. */
  inputNumber(name: string): number {
    return this.#outlet.facts.inputNumber(name);
  }

  /** Counts a message that was seen to begin but can't be had whole; `reason` is one of `malformed`. */
  lostMessage(reason: number): void {
    this.#heldMessage = true;
    this.#counts.seen++;
    this.#counts.malformed[reason]!++;
  }

  /**
   * Marks the row of a message over UDP that was not delivered, as an ICMP error says that quotes it: `bytes[start, end)` is what is quoted
   * of it. It is counted as no message, and a query waits on for its response: whoever sent the error may have made it up.
   */
  undelivered(origin: MessageOrigin, bytes: Uint8Array, start: number, end: number): void {
    const matcher = this.#matcher;
    this.#counts.undelivered++;
    // Routers of old quote the ports alone.
    if (end - start < 3) return;
    matcher.flow.set(origin, (bytes[start + 2]! & 0x80) !== 0);
    const id = (bytes[start]! << 8) | bytes[start + 1]!;
    const hash = matcher.flow.isAmbiguous
      ? matcher.decide(origin, id, false)
      : matcher.hash(origin, id, false);
    const slot = matcher.candidate(hash, origin, id, false);
    if (slot >= 0) matcher.mark(slot, marks.undelivered);
    else {
      const recent = matcher.recentOf(hash, origin, id, false);
      if (recent < 0) return;
      this.#outlet.mark(recent, marks.undelivered);
    }
    this.#counts.undeliveredKnown++;
  }

  /** Whether it is the response to a query that was taken before the filters or the sampling changed. */
  #isAwaited(origin: MessageOrigin, candidate: number, hash: number, overTcp: boolean): boolean {
    const matcher = this.#matcher;
    const reader = this.#reader;
    if (origin.time > this.#changingUntil || !reader.isResponse) return false;
    const slot = matcher.find(candidate, hash, origin, reader, overTcp);
    return slot >= 0;
  }

  #query(
    origin: MessageOrigin,
    candidate: number,
    hash: number,
    size: number,
    overTcp: boolean,
    roundTrip: number,
  ): void {
    const matcher = this.#matcher;
    const reader = this.#reader;
    if (this.#repetitions.isQuery(origin, candidate, hash, reader, overTcp)) return;
    const slot = this.#waiting.allocate(hash, false);
    matcher.fill(slot, origin, reader, size, overTcp, roundTrip, marksOf(origin, reader));
    if (reader.records > 0) matcher.mark(slot, this.#outlet.facts.keepRecords(slot, reader));
    this.#outlet.witness?.query(slot, reader);
  }

  #response(
    origin: MessageOrigin,
    candidate: number,
    hash: number,
    size: number,
    overTcp: boolean,
    roundTrip: number,
  ): void {
    const matcher = this.#matcher;
    const reader = this.#reader;
    const slot = matcher.find(candidate, hash, origin, reader, overTcp);
    if (slot < 0) {
      const bits = this.#repetitions.ofResponse(origin, hash, reader, overTcp);
      if (bits !== undefined) this.#orphan(origin, hash, size, overTcp, roundTrip, bits);
      return;
    }
    this.#answer(slot, origin, hash, size, roundTrip, 1, malformed.none);
  }

  /** Ends a query by its response, which counts for so many messages: 0 if it was counted as malformed. */
  #answer(
    slot: number,
    origin: MessageOrigin,
    hash: number,
    size: number,
    roundTrip: number,
    messages: number,
    reason: number,
  ): void {
    const matcher = this.#matcher;
    const { table } = matcher;
    const reader = this.#reader;
    const w = slot * slotWords;
    if (!this.#filters.acceptsCode(reader.responseCode)) {
      this.#counts.filtered += messages + this.#waiting.take(slot);
      this.#outlet.facts.forget(slot);
      table.release(slot);
      return;
    }
    matcher.mark(slot, marksOf(origin, reader));
    if (roundTrip > 0) table.words[w + word.roundTrip] = roundTrip;
    if (matcher.flow.group) matcher.setServer(slot, origin);
    if (origin.vlans !== 0) matcher.setVlan(slot, origin);
    const latency = origin.time - table.queryTime(slot);
    table.words[w + word.latency] = Math.min(Math.max(latency, 0), 0xffff_ffff);
    this.#outlet.response(
      slot,
      hash,
      outcomes.answered,
      reader,
      size,
      origin,
      messages + this.#waiting.take(slot),
      reason,
    );
    table.release(slot);
  }

  /** A response without its query: a row of its own, remembered so that its duplicates are known. */
  #orphan(
    origin: MessageOrigin,
    hash: number,
    size: number,
    overTcp: boolean,
    roundTrip: number,
    repetition: number,
  ): void {
    const matcher = this.#matcher;
    const { table } = matcher;
    const reader = this.#reader;
    if (!this.#filters.acceptsCode(reader.responseCode)) {
      this.#counts.filtered++;
      return;
    }
    const bits = marksOf(origin, reader) | repetition | (matcher.mismatch ? marks.questionMismatch : 0);
    matcher.fill(table.spare, origin, reader, size, overTcp, roundTrip, bits);
    this.#outlet.response(table.spare, hash, outcomes.orphan, reader, size, origin, 1, malformed.none);
  }

  /** A message of multicast DNS, which has no transaction: members of the group ask and tell all others. */
  #writeAtOnce(origin: MessageOrigin, size: number, overTcp: boolean, roundTrip: number): void {
    const reader = this.#reader;
    const { isResponse } = reader;
    if (!this.#filters.acceptsCode(isResponse ? reader.responseCode : undefined)) {
      this.#counts.filtered++;
      return;
    }
    const { spare } = this.#matcher.table;
    this.#matcher.fill(spare, origin, reader, size, overTcp, roundTrip, marksOf(origin, reader));
    if (isResponse) this.#outlet.solitary(spare, reader, size);
    else {
      this.#outlet.witness?.query(spare, reader);
      this.#outlet.unanswered(spare, 1);
    }
  }

  /**
   * A message that was counted as malformed. The response to a query that waits ends it: its row has what could be read. Of all others
   * a sample becomes rows, so that a flood of them fills nothing.
   */
  #malformed(
    origin: MessageOrigin,
    candidate: number,
    hash: number,
    size: number,
    overTcp: boolean,
    roundTrip: number,
    reason: number,
  ): void {
    const matcher = this.#matcher;
    const { table } = matcher;
    const reader = this.#reader;
    const { isResponse } = reader;
    const waiting = matcher.find(candidate, hash, origin, reader, overTcp);
    if (waiting >= 0 && isResponse) {
      matcher.mark(waiting, marks.responseMalformed);
      this.#answer(waiting, origin, hash, size, roundTrip, 0, reason);
      return;
    }
    if (
      !this.#samples.take(origin.time) ||
      !this.#filters.acceptsCode(isResponse ? reader.responseCode : undefined)
    )
      return;
    const bits = marksOf(origin, reader) | (isResponse ? marks.responseMalformed : marks.queryMalformed);
    if (isResponse) {
      matcher.fill(table.spare, origin, reader, size, overTcp, roundTrip, bits);
      this.#outlet.response(table.spare, hash, outcomes.orphan, reader, size, origin, 0, reason);
      return;
    }
    if (waiting >= 0) return;
    const slot = this.#waiting.allocate(hash, true);
    matcher.fill(slot, origin, reader, size, overTcp, roundTrip, bits);
    this.#outlet.facts.keepMalformed(slot, reader, reason);
  }
}
