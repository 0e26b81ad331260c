import { Gauge, type Registry } from 'prom-client';
import type { SinkState } from '../sinks/messages.ts';
import { type RowAccount, sum, unaccounted } from './row-account.ts';

/** A reading is a figure by name, help and reading; a record gives one series for each value of the label, `reason` if none is named. */
export type Reading<Report> = readonly [
  name: string,
  help: string,
  read: (report: Report) => number | Readonly<Record<string, number>>,
  label?: string,
];

const sinkReadings: readonly Reading<RowAccount>[] = (
  [
    ['sink_rows_offered', 'Rows for the sink', (sink) => sink.rows_offered],
    ['sink_rows_delivered', 'Rows that the sink received', (sink) => sink.rows_delivered],
    ['sink_rows_filtered', "Rows that the sink's filter left out", (sink) => sink.rows_filtered],
    ['sink_rows_refused', 'Rows that the sink refused for good', (sink) => sink.rows_refused],
    ['sink_rows_dropped', 'Rows lost before the sink received them', (sink) => sum(sink.rows_dropped)],
    ['sink_rows_waiting', 'Rows that wait for the sink', (sink) => sink.rows_waiting],
    ['sink_waiting_bytes', 'Bytes of batches that wait for the sink', (sink) => sink.waiting_bytes],
    ['sink_failures', 'Failed attempts to deliver to the sink', (sink) => sink.failures],
    ['sink_up', 'Whether the last delivery to the sink succeeded', (sink) => (sink.error === null ? 1 : 0)],
  ] as const satisfies readonly (readonly [string, string, (sink: SinkState) => number])[]
).map(
  ([name, help, read]): Reading<RowAccount> => [
    name,
    help,
    ({ sinks = [] }) => Object.fromEntries(sinks.map((sink) => [sink.name, read(sink)])),
    'sink',
  ],
);

/** The row readings are the metrics of every program that ships rows. */
export const rowReadings: readonly Reading<RowAccount>[] = [
  ['packets_captured', 'Packets delivered by the inputs', (r) => r.ledger.packets_captured],
  ['packets_dropped', 'Packets lost before the agent saw them', (r) => r.ledger.packets_dropped],
  ['packets_other', 'Packets without a whole DNS message of their own', (r) => r.ledger.packets_other],
  ['messages_seen', 'DNS messages recognised', (r) => r.ledger.messages_seen],
  ['messages_stored', 'DNS messages in rows', (r) => r.ledger.messages_stored],
  ['messages_repeated', 'Retransmissions and duplicates', (r) => r.ledger.messages_repeated],
  ['messages_filtered', 'DNS messages left out by filters', (r) => r.ledger.messages_filtered],
  ['messages_sampled', 'DNS messages left out by sampling', (r) => r.ledger.messages_sampled],
  ['messages_malformed', 'DNS messages that cannot be decoded', (r) => r.ledger.messages_malformed],
  ['messages_dropped', 'DNS messages lost within the agent', (r) => r.ledger.messages_dropped],
  ['messages_pending', 'DNS messages that wait for their other half', (r) => r.ledger.messages_pending],
  ['messages_unaccounted', 'DNS messages that no other counter includes', (r) => unaccounted(r).messages],
  ['rows_stored', 'Rows written', (r) => r.ledger.rows_stored],
  ['rows_dropped', 'Rows lost after they were written', (r) => r.ledger.rows_dropped],
  ['rows_accepted', 'Rows that a collector accepted', (r) => r.delivery.rowsAccepted],
  ['rows_rejected', 'Rows that a collector rejected', (r) => r.delivery.rowsRejected],
  ['rows_unaccounted', 'Rows that no other counter includes', (r) => unaccounted(r).rows],
  ['batches_accepted', 'Batches that a collector accepted', (r) => r.delivery.batchesAccepted],
  ['batches_refused', 'Batches that a collector refused', (r) => r.delivery.batchesRefused],
  ['sent_bytes', 'Bytes of accepted batches', (r) => r.delivery.bytesSent],
  ['queue_bytes', 'Bytes of rows that wait for compression', (r) => r.queue.bytes],
  ['spool_bytes', 'Bytes of batches that wait on disk', (r) => r.delivery.spool.bytes],
  ['spool_memory_bytes', 'Bytes of batches that wait in memory', (r) => r.delivery.spool.memoryBytes],
  ['spool_batches', 'Batches that wait', (r) => r.delivery.spool.batches],
  [
    'collectors_ready',
    'Collectors that accepted the last batch sent to them',
    (r) => r.delivery.collectors.filter(({ condition }) => condition === 'ready').length,
  ],
  ['sink_rows_unaccounted', 'Rows for sinks that no other counter includes', (r) => unaccounted(r).sinks],
  ...sinkReadings,
];

/** Adds gauges whose values are read when the registry is scraped. */
export function addGauges<Report>(
  registry: Registry,
  prefix: string,
  readings: readonly Reading<Report>[],
  report: () => Report,
): void {
  for (const [name, help, read, label = 'reason'] of readings) {
    const perReason = typeof read(report()) === 'object';
    new Gauge({
      name: `${prefix}_${name}`,
      help,
      registers: [registry],
      labelNames: perReason ? [label] : [],
      collect() {
        const value = read(report());
        if (typeof value === 'number') this.set(value);
        else for (const [reason, count] of Object.entries(value)) this.set({ [label]: reason }, count);
      },
    });
  }
}
