import { CompressedRows } from '@sonde/sensor/bench/compressed-rows.ts';
import { PassTimer } from '@sonde/sensor/bench/pass-timer.ts';
import { defaultTransactionOptions } from '@sonde/sensor/rows/transaction-options.ts';
import { sum } from '@sonde/sensor/status/row-account.ts';
import type { ProgramTime } from '@sonde/shared/bench/measure-program.ts';
import { ownMostResidentBytes } from '@sonde/shared/bench/own-memory.ts';
import { DnstapCounters } from '../dnstap/counters.ts';
import { readDnstapFile } from '../dnstap/read-file.ts';
import { DnstapRows } from '../rows/dnstap-rows.ts';
import { messageKinds } from '../rows/message-kinds.ts';

export interface PassResult extends ProgramTime {
  readonly messages: number;
  readonly rows: number;
  readonly compressedBytes: number;
}

export interface BenchResult extends PassResult {
  /** The process's largest resident memory, in bytes. */
  readonly maxResidentBytes: number;
  /** The same file once more in the same process: what a daemon takes that has run for a second. */
  readonly again: PassResult;
}

/**
 * Reads a dnstap file into compressed rows, on this thread alone, as fast as it goes, twice. What the first pass takes includes the
 * engine's compilation of the code. Rejects with a FrameStreamError if the file breaks the protocol.
 */
export async function benchFile(path: string): Promise<BenchResult> {
  const first = await pass(path);
  const maxResidentBytes = ownMostResidentBytes();
  return { ...first, maxResidentBytes, again: await pass(path) };
}

async function pass(path: string): Promise<PassResult> {
  const timer = new PassTimer();
  const counters = new DnstapCounters();
  const compressed = new CompressedRows();
  const sink = new DnstapRows(
    {
      transactions: defaultTransactionOptions,
      kinds: messageKinds,
      messageClock: true,
      malformed: () => sum(counters.malformed),
    },
    { rows: (bytes, count) => compressed.add(bytes, count) },
  );
  await readDnstapFile(path, { sink, counters });
  sink.end();
  compressed.end();
  const { rows, compressedBytes } = compressed;
  return { messages: counters.messages, rows, compressedBytes, ...timer.time() };
}
