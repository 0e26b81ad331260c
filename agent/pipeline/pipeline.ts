import type { RepeatedMessages } from '@sonde/sensor/rows/message-counts.ts';
import type { PipelineCounters, RowSink } from '@sonde/sensor/rows/row-writer.ts';
import type { ChangeableOptions } from '@sonde/sensor/rows/transaction-options.ts';
import { TransactionPipeline } from '@sonde/sensor/rows/transaction-pipeline.ts';
import type { PacketSink } from '../capture/capture-source.ts';
import { AllOthers } from '../decode/all-others.ts';
import { FlowShare } from '../decode/flow-share.ts';
import { type OtherTraffic, PacketDecoder } from '../decode/packet-decoder.ts';
import { EncryptedWatch } from '../encrypted/encrypted-watch.ts';
import { LookedUpAddresses } from '../encrypted/looked-up.ts';
import { AnswerNotes } from '../encrypted/note-answers.ts';
import { OpenedStreams } from '../opened/opened-streams.ts';
import type { PipelineOptions } from './pipeline-options.ts';

/** A pipeline turns packets into rows: it takes packets apart, and gives their messages to the transactions. */
export class Pipeline implements PacketSink {
  readonly failed = undefined;
  readonly #transactions: TransactionPipeline;
  readonly #decoder: PacketDecoder;
  /** Undefined if encrypted DNS is not followed. */
  readonly #watch: EncryptedWatch | undefined;
  /** Undefined if what is in connections on other ports is not read. */
  readonly #opened: OpenedStreams | undefined;
  /** Whether what belongs to no flow is told of here. */
  readonly #isFirst: boolean;

  /** `others` is as that of the decoder; who follows encrypted DNS has no use for it. */
  constructor(options: PipelineOptions, sink: RowSink, others?: OtherTraffic) {
    const transactions = new TransactionPipeline(options, sink);
    this.#transactions = transactions;
    const share = options.share && new FlowShare(options.share);
    this.#isFirst = share?.isFirst ?? true;
    this.#opened = options.opensStreams ? new OpenedStreams(options, transactions) : undefined;
    const allOf = (one: OtherTraffic | undefined): OtherTraffic | undefined =>
      this.#opened === undefined || one === undefined
        ? (this.#opened ?? one)
        : new AllOthers([one, this.#opened]);
    if (options.encryptedDns === undefined) {
      this.#decoder = new PacketDecoder(options, transactions, allOf(others), share);
      return;
    }
    const lookedUp = new LookedUpAddresses();
    this.#watch = new EncryptedWatch(options.encryptedDns, options, lookedUp, sink);
    this.#decoder = new PacketDecoder(
      options,
      new AnswerNotes(transactions, lookedUp),
      allOf(this.#watch),
      share,
    );
  }

  /** Configures the transactions. */
  configure(options: ChangeableOptions): void {
    this.#transactions.configure(options);
    this.#watch?.configure(options);
  }

  packet(
    bytes: Uint8Array,
    start: number,
    end: number,
    originalLength: number,
    microseconds: number,
    linkType: number,
  ): void {
    const transactions = this.#transactions;
    if (transactions.isTickDue(microseconds)) this.tick(microseconds);
    transactions.beginPacket();
    this.#decoder.packet(bytes, start, end, originalLength, microseconds, linkType);
    transactions.endPacket();
  }

  idle(microseconds: number): void {
    if (this.#transactions.isTickDue(microseconds)) this.tick(microseconds);
  }

  /** Notes on the rows of packets from now on that they came in by this interface; an empty name is none. */
  input(name: string): void {
    this.#decoder.useInput(this.#transactions.inputNumber(name));
  }

  secrets(text: string): void {
    this.#opened?.addSecrets(text);
  }

  /** Ends what waited too long, relative to this time in microseconds: the packets' clock for files, the wall clock live. */
  tick(microseconds: number): void {
    this.#transactions.tick(microseconds);
    this.#decoder.expire(microseconds);
    this.#opened?.expire(microseconds);
    this.#watch?.tick(microseconds);
  }

  /** Hands out the rows written so far. */
  flush(): void {
    this.#transactions.flush();
    this.#watch?.flush();
  }

  settle(done: () => void): void {
    this.flush();
    done();
  }

  /** Ends everything that waits, as unanswered, and hands out all rows. */
  end(): void {
    this.#decoder.end();
    this.#opened?.end();
    this.#transactions.end();
    this.#watch?.end();
  }

  counters(): PipelineCounters {
    const counters = this.#transactions.counters();
    const watch = this.#watch;
    if (watch === undefined) return counters;
    return {
      ...counters,
      rows_stored: counters.rows_stored + watch.rows,
      encrypted_flows: watch.ledger(),
    };
  }

  /** Counts the repeated messages of the transactions. */
  repeatedMessages(): RepeatedMessages {
    return this.#transactions.repeatedMessages();
  }

  /** Packets of link types that are not understood, by the number of the type. */
  get unknownLinkTypes(): ReadonlyMap<number, number> {
    return this.#isFirst ? this.#decoder.unknownLinkTypes : new Map();
  }

  /** Figures beside the ledger: what reassembly and the tables had to give up, and how full they are. */
  diagnostics(): Readonly<Record<string, number>> {
    const { fragments, tcp } = this.#decoder;
    const { counters } = fragments;
    // Of several pipelines that share the flows all see the fragments.
    const ofAll = (count: number): number => (this.#isFirst ? count : 0);
    return {
      ...this.#transactions.diagnostics(),
      ...this.#watch?.diagnostics(),
      ...this.#opened?.diagnostics(),
      fragments: ofAll(counters.fragments),
      datagrams_reassembled: ofAll(counters.reassembled),
      datagrams_expired: ofAll(counters.expired),
      datagrams_evicted: ofAll(counters.evicted),
      datagrams_over_share: ofAll(counters.overShare),
      datagrams_overlapping: ofAll(counters.overlapping),
      tcp_streams: tcp.streams,
      tcp_streams_evicted: tcp.evicted,
      tcp_holes: tcp.holes,
      tcp_segments_unread: tcp.unread,
      tcp_streams_over_share: tcp.overShare,
      packets_of_unknown_link_type: [...this.unknownLinkTypes.values()].reduce(
        (sum, count) => sum + count,
        0,
      ),
    };
  }
}
