import { mostResidentBytes, processTree } from '@sonde/shared/system/processes.ts';

/** A processor time states the milliseconds of processor time so far. */
export interface ProcessorTime {
  /** Processor time of the collector itself. */
  readonly own: number;
  /** Processor time of the engines that the collector started, and PostgreSQL's part of it. */
  readonly engines: number;
  readonly postgres: number;
}

/** Reads the processor time of a process, and of all below it; zeros on systems without `/proc`. */
export function processorTime(pid: number): ProcessorTime {
  let own = 0;
  let engines = 0;
  let postgres = 0;
  for (const each of processTree(pid)) {
    if (each.pid === pid) own = each.processorMilliseconds;
    else {
      engines += each.processorMilliseconds;
      if (each.name === 'postgres') postgres += each.processorMilliseconds;
    }
  }
  return { own, engines, postgres };
}

/** Gives the peak memory, in bytes, of the largest process below a process: ClickHouse, below a collector. */
export function largestMemory(pid: number): number {
  const others = processTree(pid).filter((each) => each.pid !== pid);
  return Math.max(0, ...others.map((other) => mostResidentBytes(other.pid) ?? 0));
}
