import { bytes, seconds } from './setting.ts';

const mebibyte = 1024 * 1024;

/** The settings of all that ships rows that say how batches are made, kept and sent. */
export const shippingSettings = {
  batch_bytes: bytes(
    8 * mebibyte,
    { min: 64 * 1024, max: 14 * mebibyte },
    { help: 'Bytes of rows, before compression, after which a batch is closed.' },
  ),
  batch_seconds: seconds(
    1,
    { min: 0.1, max: 60 },
    { help: 'Time after which a batch is closed however small.' },
  ),
  heartbeat_seconds: seconds(
    60,
    { min: 1, max: 3_600 },
    { help: 'Time after which an idle agent ships its ledger alone.' },
  ),
  queue_bytes: bytes(
    64 * mebibyte,
    { min: 2 * mebibyte, max: 4096 * mebibyte },
    { help: 'Bytes of rows that may wait for compression; what is over is dropped and counted.' },
  ),
  spool_bytes: bytes(
    1024 * mebibyte,
    { min: 1 * mebibyte, max: 2 ** 50 },
    {
      help: 'Bytes on disk for batches that wait for the collector; over it the oldest is dropped and counted.',
    },
  ),
  spool_memory_bytes: bytes(
    32 * mebibyte,
    { min: 0, max: 4096 * mebibyte },
    { help: 'Bytes of batches kept in memory while the disk takes none.' },
  ),
  refused_bytes: bytes(
    64 * mebibyte,
    { min: 0, max: 2 ** 50 },
    { help: 'Bytes on disk for batches that the collector refused, kept for a person to look at.' },
  ),
  request_seconds: seconds(60, { min: 1, max: 600 }, { help: 'Time that a collector has for an answer.' }),
  stop_seconds: seconds(
    10,
    { min: 0, max: 600 },
    { help: 'Time for shipping what is left when the agent is stopped; the rest stays in the spool.' },
  ),
} as const;
