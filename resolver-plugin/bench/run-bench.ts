import { zstdCompressSync } from 'node:zlib';
import { defaultTransactionOptions } from '@sonde/sensor/rows/transaction-options.ts';
import { RowGathering } from '@sonde/sensor/ship/batch-builder.ts';
import { sum } from '@sonde/sensor/status/row-account.ts';
import { bodyCompression } from '@sonde/shared/batch/body.ts';
import { DnstapCounters } from '../dnstap/counters.ts';
import { readDnstapFile } from '../dnstap/read-file.ts';
import { DnstapRows } from '../rows/dnstap-rows.ts';
import { messageKinds } from '../rows/message-kinds.ts';

export interface PassResult {
  readonly messages: number;
  readonly rows: number;
  readonly compressedBytes: number;
  readonly seconds: number;
  /** Of processor time, of all threads of the process. */
  readonly cpuSeconds: number;
}

export interface BenchResult extends PassResult {
  /** The process's largest resident memory, in bytes. */
  readonly maxResidentBytes: number;
  /** The same file once more in the same process: what a daemon takes that has run for a second. */
  readonly again: PassResult;
}

/** Rows are compressed together once there are so many bytes of them, as in a batch. */
const batchBytes = 4 * 1024 * 1024;

/**
 * Reads a dnstap file into compressed rows, on this thread alone, as fast as it goes, twice. What the first pass takes includes the
 * engine's compilation of the code. Rejects with a FrameStreamError if the file breaks the protocol.
 */
export async function benchFile(path: string): Promise<BenchResult> {
  const first = await pass(path);
  const maxResidentBytes = process.resourceUsage().maxRSS * 1024;
  return { ...first, maxResidentBytes, again: await pass(path) };
}

async function pass(path: string): Promise<PassResult> {
  const cpu = process.cpuUsage();
  const started = process.hrtime.bigint();
  const counters = new DnstapCounters();
  const open = new RowGathering();
  let rows = 0;
  let compressedBytes = 0;
  const compress = (): void => {
    compressedBytes += zstdCompressSync(open.take(), bodyCompression).length;
  };
  const sink = new DnstapRows(
    {
      transactions: defaultTransactionOptions,
      kinds: messageKinds,
      messageClock: true,
      malformed: () => sum(counters.malformed),
    },
    {
      rows(bytes, count) {
        rows += count;
        open.add(bytes);
        if (open.length >= batchBytes) compress();
      },
    },
  );
  await readDnstapFile(path, { sink, counters });
  sink.end();
  if (open.length > 0) compress();
  const { user, system } = process.cpuUsage(cpu);
  return {
    messages: counters.messages,
    rows,
    compressedBytes,
    seconds: Number(process.hrtime.bigint() - started) / 1e9,
    cpuSeconds: (user + system) / 1e6,
  };
}
