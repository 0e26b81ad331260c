import { zstdCompressSync } from 'node:zlib';
import { RowGathering } from '@sonde/sensor/ship/batch-builder.ts';
import { bodyCompression } from '@sonde/shared/batch/body.ts';
import { openFile } from '../capture/capture-file.ts';
import { Pipeline } from '../pipeline/pipeline.ts';
import { defaultPipelineOptions } from '../pipeline/pipeline-options.ts';

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
 * Reads a capture file into compressed rows on this thread alone, as fast as it goes, twice. What the first pass takes
 * includes the engine's compilation of the code.
 */
export async function benchFile(path: string): Promise<BenchResult> {
  const first = await pass(path);
  const maxResidentBytes = process.resourceUsage().maxRSS * 1024;
  const { seconds, cpuSeconds, packetsPerSecond } = await pass(path);
  return { ...first, maxResidentBytes, again: { seconds, cpuSeconds, packetsPerSecond } };
}

async function pass(path: string): Promise<Omit<BenchResult, 'maxResidentBytes' | 'again'>> {
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
  const cpu = process.cpuUsage();
  const started = process.hrtime.bigint();
  await openFile(path).run(pipeline);
  pipeline.end();
  if (open.length > 0) compress();
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  const { user, system } = process.cpuUsage(cpu);
  const packets = pipeline.counters().packets_captured;
  return {
    packets,
    rows,
    seconds,
    cpuSeconds: (user + system) / 1e6,
    packetsPerSecond: Math.round(packets / seconds),
    rowBytes,
    compressedBytes,
  };
}
