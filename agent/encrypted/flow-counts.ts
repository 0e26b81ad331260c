import type { FlowLedger } from '@sonde/shared/batch/metadata.ts';

/** The flow counts are totals of encrypted flows by what became of them. */
export class FlowCounts {
  seen = 0;
  stored = 0;
  filtered = 0;
  sampled = 0;
  /** Without a token of the bucket. */
  overRate = 0;
  /** What came to a port of encrypted DNS and is no TLS. */
  foreign = 0;
  /** Flows that are followed and were not told of so far. */
  pending = 0;
  rows = 0;
  /** Hellos by what became of them. */
  readonly hellos = { read: 0, unseen: 0, incomplete: 0, malformed: 0 };
  /** Flows given up early because the table was full; they are told of. */
  evicted = 0;
  /** Packets of hellos that were not opened for lack of a token. */
  unopened = 0;

  /** `seen` is the sum of all others. */
  ledger(): FlowLedger {
    return {
      seen: this.seen,
      stored: this.stored,
      filtered: this.filtered,
      sampled: this.sampled,
      dropped: this.overRate === 0 ? {} : { rate: this.overRate },
      foreign: this.foreign,
      pending: this.pending,
    };
  }

  diagnostics(followed: number): Readonly<Record<string, number>> {
    return {
      encrypted_flows: followed,
      encrypted_flows_evicted: this.evicted,
      encrypted_hellos_read: this.hellos.read,
      encrypted_hellos_unseen: this.hellos.unseen,
      encrypted_hellos_incomplete: this.hellos.incomplete,
      encrypted_hellos_malformed: this.hellos.malformed,
      encrypted_initials_unopened: this.unopened,
    };
  }
}
