import { zstdCompressSync } from 'node:zlib';
import { RowGathering } from '@sonde/sensor/ship/row-gathering.ts';
import { bodyCompression } from '@sonde/shared/batch/body.ts';
import { openFile } from '../capture/capture-file.ts';
import { Pipeline } from '../pipeline/pipeline.ts';
import { defaultPipelineOptions } from '../pipeline/pipeline-options.ts';

export interface BenchResult {
  readonly packets: number;
  readonly rows: number;
  readonly seconds: number;
  /** Seconds of processor time, of all threads of the process: what a core of its own would take, at most. */
  readonly cpuSeconds: number;
  readonly packetsPerSecond: number;
  readonly rowBytes: number;
  readonly compressedBytes: number;
  /** The process's largest resident memory, in bytes. */
  readonly maxResidentBytes: number;
}

/** Rows are compressed together once there are so many bytes of them, as in a batch. */
const batchBytes = 4 * 1024 * 1024;

/** Reads a capture file into compressed rows on this thread alone, as fast as it goes. */
export async function benchFile(path: string): Promise<BenchResult> {
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
    maxResidentBytes: process.resourceUsage().maxRSS * 1024,
  };
}
