import { optional, setting, type ValuesOf } from '@sonde/shared/settings/setting.ts';
import { bytesBetween, seconds, text } from '@sonde/shared/settings/setting-types.ts';

const mebibyte = 1024 * 1024;

/** The shipping settings belong to every program that ships rows: they state how batches are made, kept and sent. */
export const shippingSettings = {
  batch_bytes: setting(bytesBetween(64 * 1024, 14 * mebibyte), '8MiB', {
    help: 'Bytes of rows, before compression, after which a batch is closed.',
  }),
  batch_seconds: setting(seconds(0.1, 60), '1', {
    help: 'Time after which a batch is closed however small.',
  }),
  heartbeat_seconds: setting(seconds(1, 3_600), '60', {
    help: 'Time after which an idle agent ships its ledger alone.',
  }),
  queue_bytes: setting(bytesBetween(2 * mebibyte, 4096 * mebibyte), '64MiB', {
    help: 'Bytes of rows that may wait for compression; what is over is dropped and counted.',
  }),
  spool_bytes: setting(bytesBetween(1 * mebibyte, 2 ** 50), '1GiB', {
    help: 'Bytes on disk for batches that wait for the collector; over it the oldest is dropped and counted.',
  }),
  spool_memory_bytes: setting(bytesBetween(0, 4096 * mebibyte), '32MiB', {
    help: 'Bytes of batches kept in memory while the disk takes none.',
  }),
  refused_bytes: setting(bytesBetween(0, 2 ** 50), '64MiB', {
    help: 'Bytes on disk for batches that the collector refused, kept for a person to look at.',
  }),
  request_seconds: setting(seconds(1, 600), '60', { help: 'Time that a collector has for an answer.' }),
  stop_seconds: setting(seconds(0, 600), '10', {
    help: 'Time for shipping what is left when the agent is stopped; the rest stays in the spool.',
  }),
  sinks: optional(text, {
    placeholder: 'FILE',
    help: 'JSON file with receivers that rows are passed on to beside the collector: files, syslog, HTTP, Kafka and others.',
  }),
  sink_directory: optional(text, {
    placeholder: 'DIR',
    help: 'Directory of the files that sinks of the kind files write; sink-files in the state directory if none is given.',
  }),
  sink_bytes: setting(bytesBetween(1 * mebibyte, 2 ** 50), '1GiB', {
    help: 'Bytes on disk for batches that wait for one sink; over it the oldest is dropped and counted.',
  }),
} as const;

/** The shipping configuration holds the values of these settings. */
export type ShippingConfig = ValuesOf<typeof shippingSettings>;
