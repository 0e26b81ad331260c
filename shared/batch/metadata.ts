import { z } from 'zod';

/**
 * What a batch says of itself beside its rows. Counters are totals since the start of the sender's run, so that a batch
 * which got lost leaves no hole in the sums: the next one tells them again.
 */

const counter = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
const reason = z.string().regex(/^[a-z][a-z0-9_]{0,47}$/);
const reasons = z.record(reason, counter).refine((value) => Object.keys(value).length <= 64, {
  message: 'at most 64 reasons',
});

/** The flow ledger counts connections of encrypted DNS by their outcome: `seen` is the sum of all others. */
export const flowLedgerSchema = z.object({
  seen: counter,
  /** Told of in a row at least once. */
  stored: counter,
  filtered: counter,
  sampled: counter,
  /** Left out, by the reason: `rate`. */
  dropped: reasons,
  /** Connections to a port of encrypted DNS that speak no TLS. */
  foreign: counter,
  /** Not yet told of. */
  pending: counter,
});
export type FlowLedger = z.infer<typeof flowLedgerSchema>;

/**
 * The loss ledger counts each packet and each DNS message by its outcome. For packets, `captured = dns + other` and
 * `dropped` never reached us. For messages, `seen = stored + repeated + filtered + sampled + malformed + dropped +
 * pending`.
 */
export const ledgerSchema = z.object({
  /** Packets delivered by the capture source. */
  packets_captured: counter,
  /** Packets lost before we saw them, by place: `kernel`, `interface`, `ring`, `frames`. */
  packets_dropped: reasons,
  /** Packets that held no whole DNS message of their own: fragments, bare TCP segments, other protocols. */
  packets_other: counter,
  /** DNS messages recognised, well formed or not. */
  messages_seen: counter,
  /** Messages that are part of a row handed to the shipper. */
  messages_stored: counter,
  /** Retransmissions and duplicates folded into a row. */
  messages_repeated: counter,
  /** Messages left out by the operator's filters. */
  messages_filtered: counter,
  /** Messages left out by sampling. */
  messages_sampled: counter,
  /** Messages that could not be decoded, by reason. */
  messages_malformed: reasons,
  /** Messages lost inside the sender, by place: `table`, `queue`, `spool`. */
  messages_dropped: reasons,
  /** Messages that wait for their other half. */
  messages_pending: counter,
  /** Rows handed to the shipper. */
  rows_stored: counter,
  /** Rows lost after that, by place: `queue`, `spool`, `refused`. */
  rows_dropped: reasons,
  /** Of a sensor that follows encrypted DNS; its rows are among the others. */
  encrypted_flows: flowLedgerSchema.optional(),
});
export type Ledger = z.infer<typeof ledgerSchema>;

/**
 * The treatment states how rows were filtered, sampled and cut before they were sent, so that a reader knows what they
 * mean.
 */
export const treatmentSchema = z.object({
  /** One in so many flows is kept; 1 is all of them. */
  sampling: z.number().int().min(1),
  /** Prefix lengths that client addresses were cut to; 32 and 128 leave them whole. */
  client_prefix_v4: z.number().int().min(0).max(32),
  client_prefix_v6: z.number().int().min(0).max(128),
  /** Whether client addresses are keyed prefix-preserving pseudonyms (Crypto-PAn). */
  client_pseudonym: z.boolean(),
  /** Labels that names were cut to, 0 if they are whole. */
  name_labels: z.number().int().min(0).max(127),
  /** Filters in force, as the operator wrote them. */
  filters: z.array(z.string().max(1_024)).max(64),
});
export type Treatment = z.infer<typeof treatmentSchema>;

/** The untreated treatment describes rows that are exactly the traffic on the wire. */
export const untreated: Treatment = {
  sampling: 1,
  client_prefix_v4: 32,
  client_prefix_v6: 128,
  client_pseudonym: false,
  name_labels: 0,
  filters: [],
};

export const batchMetadataSchema = z.object({
  /** Name and version of the sending program. */
  software: z.string().min(1).max(128),
  host: z.string().max(255),
  /** Interfaces, files or sockets that the rows come from. */
  inputs: z.array(z.string().max(255)).max(64),
  /** Microseconds since 1970 on the sender's clock, when the ledger was read. */
  ledger_at: z.number().int().nonnegative(),
  ledger: ledgerSchema,
  treatment: treatmentSchema,
});
export type BatchMetadata = z.infer<typeof batchMetadataSchema>;
