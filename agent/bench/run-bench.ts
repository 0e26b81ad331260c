import { zstdCompressSync } from 'node:zlib';
import { RowGathering } from '@sonde/sensor/ship/batch-builder.ts';
import { bodyCompression } from '@sonde/shared/batch/body.ts';
import { openFile } from '../capture/capture-file.ts';
import { Pipeline } from '../pipeline/pipeline.ts';
import { defaultPipelineOptions } from '../pipeline/pipeline-options.ts';
import { ThreadedPipeline } from '../threads/threaded-pipeline.ts';

export interface PassTime {
  readonly seconds: number;
  /** Seconds of processor time, of all threads of the process: what a core of its own would take, at most. */
  readonly cpuSeconds: number;
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

/** Rows are compressed together once there are so many bytes of them, as in a batch. */
const batchBytes = 4 * 1024 * 1024;

/**
 * Reads a capture file into compressed rows, on this thread alone or with so many that decode and compress, as fast as it goes, twice. What the first pass takes
 * includes the engine's compilation of the code.
 */
export async function benchFile(path: string, threads = 1): Promise<BenchResult> {
  const { pass, end } = threads === 1 ? { pass: passAlone, end: async () => undefined } : byThreads(threads);
  const first = await pass(path);
  const maxResidentBytes = process.resourceUsage().maxRSS * 1024;
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
      ...timer.time(packets),
      rowBytes: after.rowBytes - before.rowBytes,
      compressedBytes: after.compressedBytes - before.compressedBytes,
    };
  };
  return { pass, end: () => pipeline.end() };
}

async function passAlone(path: string): Promise<Pass> {
  let rows = 0;
  let rowBytes = 0;
  let compressedBytes = 0;
  const open = new RowGathering();
  const pipeline = new Pipeline(defaultPipelineOptions, {
    rows(bytes, count) {
      rows += count;
      rowBytes += bytes.length;
      open.add(bytes);
      if (open.length >= batchBytes) compress();
    },
  });
  const compress = (): void => {
    compressedBytes += zstdCompressSync(open.take(), bodyCompression).length;
  };
  const timer = new PassTimer();
  await openFile(path).run(pipeline);
  pipeline.end();
  if (open.length > 0) compress();
  const packets = pipeline.counters().packets_captured;
  return { packets, rows, ...timer.time(packets), rowBytes, compressedBytes };
}

/** Measures what a pass takes, from when it is made on. */
class PassTimer {
  readonly #cpu = process.cpuUsage();
  readonly #started = process.hrtime.bigint();

  time(packets: number): PassTime {
    const seconds = Number(process.hrtime.bigint() - this.#started) / 1e9;
    const { user, system } = process.cpuUsage(this.#cpu);
    return { seconds, cpuSeconds: (user + system) / 1e6, packetsPerSecond: Math.round(packets / seconds) };
  }
}
