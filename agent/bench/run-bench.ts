import { CompressedRows } from '@sonde/sensor/bench/compressed-rows.ts';
import { PassTimer } from '@sonde/sensor/bench/pass-timer.ts';
import type { ProgramTime } from '@sonde/shared/bench/measure-program.ts';
import { ownMostResidentBytes } from '@sonde/shared/bench/own-memory.ts';
import { openFile } from '../capture/capture-file.ts';
import { Pipeline } from '../pipeline/pipeline.ts';
import { defaultPipelineOptions } from '../pipeline/pipeline-options.ts';
import { ThreadedPipeline } from '../threads/threaded-pipeline.ts';

export interface PassTime extends ProgramTime {
  readonly packetsPerSecond: number;
}

export interface BenchResult extends PassTime {
  readonly packets: number;
  readonly rows: number;
  readonly rowBytes: number;
  readonly compressedBytes: number;
  /** The process's largest resident memory, in bytes. */
  readonly maxResidentBytes: number;
  /** The same file once more in the same process: what an agent takes that has run for a second. */
  readonly again: PassTime;
}

/**
 * Reads a capture file into compressed rows, on this thread alone or with so many that decode and compress, as fast as it goes, twice. What the first pass takes
 * includes the engine's compilation of the code.
 */
export async function benchFile(path: string, threads = 1): Promise<BenchResult> {
  const { pass, end } = threads === 1 ? { pass: passAlone, end: async () => undefined } : byThreads(threads);
  const first = await pass(path);
  const maxResidentBytes = ownMostResidentBytes();
  const { seconds, cpuSeconds, packetsPerSecond } = await pass(path);
  await end();
  return { ...first, maxResidentBytes, again: { seconds, cpuSeconds, packetsPerSecond } };
}

type Pass = Omit<BenchResult, 'maxResidentBytes' | 'again'>;

/** Passes by threads that stay from one to the next. The first includes that they start. */
function byThreads(threads: number): { pass: (path: string) => Promise<Pass>; end: () => Promise<void> } {
  const pipeline = new ThreadedPipeline(
    { ...defaultPipelineOptions, threads },
    { rows: () => undefined },
    { compresses: true },
  );
  const totals = () => {
    const { packets_captured: packets, rows_stored: rows } = pipeline.counters();
    return { packets, rows, rowBytes: pipeline.rowBytes, compressedBytes: pipeline.compressedBytes };
  };
  const pass = async (path: string): Promise<Pass> => {
    const timer = new PassTimer();
    const before = totals();
    await openFile(path).run(pipeline);
    pipeline.tick(Number.MAX_SAFE_INTEGER);
    await new Promise<void>((resolve) => pipeline.settle(resolve));
    if (pipeline.fault !== undefined) throw pipeline.fault;
    const after = totals();
    const packets = after.packets - before.packets;
    return {
      packets,
      rows: after.rows - before.rows,
      ...passTime(timer, packets),
      rowBytes: after.rowBytes - before.rowBytes,
      compressedBytes: after.compressedBytes - before.compressedBytes,
    };
  };
  return { pass, end: () => pipeline.end() };
}

async function passAlone(path: string): Promise<Pass> {
  const compressed = new CompressedRows();
  const pipeline = new Pipeline(defaultPipelineOptions, {
    rows: (bytes, count) => compressed.add(bytes, count),
  });
  const timer = new PassTimer();
  await openFile(path).run(pipeline);
  pipeline.end();
  compressed.end();
  const packets = pipeline.counters().packets_captured;
  const { rows, rowBytes, compressedBytes } = compressed;
  return { packets, rows, ...passTime(timer, packets), rowBytes, compressedBytes };
}

function passTime(timer: PassTimer, packets: number): PassTime {
  const time = timer.time();
  return { ...time, packetsPerSecond: Math.round(packets / time.seconds) };
}
