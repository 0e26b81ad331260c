import { optional, setting, type ValuesOf } from '@sonde/shared/settings/setting.ts';
import { bytesBetween, seconds, text } from '@sonde/shared/settings/setting-types.ts';

const mebibyte = 1024 * 1024;

/** The shipping settings belong to every program that ships rows: they state how batches are made, kept and sent. */
export const shippingSettings = {
  batch_bytes: setting(bytesBetween(64 * 1024, 14 * mebibyte), '8MiB', {
    help: 'Size of rows, before compression, at which a batch is closed.',
  }),
  batch_seconds: setting(seconds(0.1, 60), '1', {
    help: 'Time after which a batch is closed, however small it is.',
  }),
  heartbeat_seconds: setting(seconds(1, 3_600), '60', {
    help: 'Idle time after which a ledger is shipped without rows.',
  }),
  queue_bytes: setting(bytesBetween(2 * mebibyte, 4096 * mebibyte), '64MiB', {
    help: 'Size of the rows that can wait for compression. Rows above this limit are dropped and counted.',
  }),
  spool_bytes: setting(bytesBetween(1 * mebibyte, 2 ** 50), '1GiB', {
    help: 'Disk space for batches that wait for the collector. Above this limit, the oldest batch is dropped and counted.',
  }),
  spool_memory_bytes: setting(bytesBetween(0, 4096 * mebibyte), '32MiB', {
    help: 'Memory for batches while writing to the disk fails.',
  }),
  refused_bytes: setting(bytesBetween(0, 2 ** 50), '64MiB', {
    help: 'Disk space for batches that the collector refused. They are kept for inspection.',
  }),
  request_seconds: setting(seconds(1, 600), '60', {
    help: 'Time that the collector has to answer a request.',
  }),
  stop_seconds: setting(seconds(0, 600), '10', {
    help: 'Time to ship the remaining rows when the program is stopped. The rest stays in the spool.',
  }),
  sinks: optional(text, {
    placeholder: 'FILE',
    help: 'JSON file that lists further receivers of the rows, beside the collector: files, syslog, HTTP, Kafka and others.',
  }),
  sink_directory: optional(text, {
    placeholder: 'DIR',
    help: 'Directory for the files of sinks of the kind files. Without this setting: sink-files in the state directory.',
  }),
  sink_bytes: setting(bytesBetween(1 * mebibyte, 2 ** 50), '1GiB', {
    help: 'Disk space for batches that wait for one sink. Above this limit, the oldest batch is dropped and counted.',
  }),
} as const;

/** The shipping configuration holds the values of these settings. */
export type ShippingConfig = ValuesOf<typeof shippingSettings>;
