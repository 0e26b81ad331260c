import type { RepeatedMessages } from '@sonde/sensor/rows/message-counts.ts';
import type { PipelineCounters, RowSink } from '@sonde/sensor/rows/row-writer.ts';
import type { ChangeableOptions } from '@sonde/sensor/rows/transaction-options.ts';
import { TransactionPipeline } from '@sonde/sensor/rows/transaction-pipeline.ts';
import type { PacketSink } from '../capture/capture-source.ts';
import { type OtherTraffic, PacketDecoder } from '../decode/packet-decoder.ts';
import type { PipelineOptions } from './pipeline-options.ts';

/** A pipeline turns packets into rows: it takes packets apart, and gives their messages to the transactions. */
export class Pipeline implements PacketSink {
  readonly #transactions: TransactionPipeline;
  readonly #decoder: PacketDecoder;

  /** `others` is as that of the decoder. */
  constructor(options: PipelineOptions, sink: RowSink, others?: OtherTraffic) {
    this.#transactions = new TransactionPipeline(options, sink);
    this.#decoder = new PacketDecoder(options, this.#transactions, others);
  }

  /** Configures the transactions. */
  configure(options: ChangeableOptions): void {
    this.#transactions.configure(options);
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

  /** Notes on the rows of packets from now on that they came in by this interface; an empty name is none. */
  input(name: string): void {
    this.#decoder.useInput(this.#transactions.inputNumber(name));
  }

  /** Ends what waited too long, relative to this time in microseconds: the packets' clock for files, the wall clock live. */
  tick(microseconds: number): void {
    this.#transactions.tick(microseconds);
    this.#decoder.expire(microseconds);
  }

  /** Hands out the rows written so far. */
  flush(): void {
    this.#transactions.flush();
  }

  /** Ends everything that waits, as unanswered, and hands out all rows. */
  end(): void {
    this.#decoder.end();
    this.#transactions.end();
  }

  counters(): PipelineCounters {
    return this.#transactions.counters();
  }

  /** Counts the repeated messages of the transactions. */
  repeatedMessages(): RepeatedMessages {
    return this.#transactions.repeatedMessages();
  }

  /** Packets of link types that are not understood, by the number of the type. */
  get unknownLinkTypes(): ReadonlyMap<number, number> {
    return this.#decoder.unknownLinkTypes;
  }

  /** Figures beside the ledger: what reassembly and the tables had to give up, and how full they are. */
  diagnostics(): Readonly<Record<string, number>> {
    const { fragments, tcp, unknownLinkTypes } = this.#decoder;
    return {
      ...this.#transactions.diagnostics(),
      fragments: fragments.counters.fragments,
      datagrams_reassembled: fragments.counters.reassembled,
      datagrams_expired: fragments.counters.expired,
      datagrams_evicted: fragments.counters.evicted,
      datagrams_overlapping: fragments.counters.overlapping,
      tcp_streams: tcp.streams,
      tcp_streams_evicted: tcp.evicted,
      tcp_holes: tcp.holes,
      tcp_segments_unread: tcp.unread,
      tcp_streams_over_share: tcp.overShare,
      packets_of_unknown_link_type: [...unknownLinkTypes.values()].reduce((sum, count) => sum + count, 0),
    };
  }
}
