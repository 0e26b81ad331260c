import { malformedReasons } from '@sonde/shared/message/malformed.ts';
import type { PipelineCounters } from './row-writer.ts';

export interface RepeatedMessages {
  readonly queries: number;
  readonly responses: number;
  readonly continued: number;
}

/** The message counts are totals of the pipeline, counted one by one on the hot path. */
export class MessageCounts {
  packets = 0;
  otherPackets = 0;
  seen = 0;
  stored = 0;
  repeated = 0;
  filtered = 0;
  sampled = 0;
  rows = 0;
  /** Of the repeated ones: queries sent again, packets that came twice, and further messages of zone transfers. */
  retransmitted = 0;
  duplicated = 0;
  continued = 0;
  repeatedResponses = 0;
  /** Responses to one query that say something else than an earlier one. They are rows of their own. */
  differing = 0;
  /** Queries that were given up early because the table was full; they are rows, unanswered. */
  evicted = 0;
  /** Messages that ICMP errors quote, and those of them whose row, or query, was known by then. They are counted as nothing else. */
  undelivered = 0;
  undeliveredKnown = 0;
  /** By the numbers of `malformed`. */
  readonly malformed: number[] = malformedReasons.map(() => 0);

  /** Counts messages folded into the rows of others, by kind; `continued` are those responses that go on with a zone transfer. */
  repeatedMessages(): RepeatedMessages {
    const { repeated, repeatedResponses, continued } = this;
    return { queries: repeated - repeatedResponses, responses: repeatedResponses, continued };
  }

  diagnostics(): Readonly<Record<string, number>> {
    return {
      transactions_evicted: this.evicted,
      queries_retransmitted: this.retransmitted,
      packets_duplicated: this.duplicated,
      responses_differing: this.differing,
      icmp_errors: this.undelivered,
      icmp_errors_unmatched: this.undelivered - this.undeliveredKnown,
    };
  }

  ledger(pending: number): PipelineCounters {
    const reasons = malformedReasons.map((reason, index) => [reason, this.malformed[index]!] as const);
    return {
      packets_captured: this.packets,
      packets_other: this.otherPackets,
      messages_seen: this.seen,
      messages_stored: this.stored,
      messages_repeated: this.repeated,
      messages_filtered: this.filtered,
      messages_sampled: this.sampled,
      messages_malformed: Object.fromEntries(reasons.filter(([, count]) => count > 0)),
      messages_dropped: {},
      messages_pending: pending,
      rows_stored: this.rows,
    };
  }
}
