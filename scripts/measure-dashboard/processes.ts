import { readFile } from 'node:fs/promises';
import { allProcesses, processTree } from '@sonde/shared/system/processes.ts';

/** Spent states what processes hold, and the processor time that they took. */
export interface Spent {
  readonly residentBytes: number;
  readonly processorMs: number;
}

/** Sums the processes whose ids are given and all below them, out of Linux's `/proc`. */
export async function spentBelow(roots: readonly number[]): Promise<Spent> {
  const processes = processTree(...roots);
  const resident = await Promise.all(processes.map(({ pid }) => residentBytes(pid)));
  return {
    residentBytes: resident.reduce((sum, bytes) => sum + bytes, 0),
    processorMs: processes.reduce((sum, { processorMilliseconds }) => sum + processorMilliseconds, 0),
  };
}

/** Finds the ids of this process's children whose command line has that text. */
export async function childrenWith(text: string): Promise<number[]> {
  const children = allProcesses().filter(({ parent }) => parent === process.pid);
  const found = await Promise.all(
    children.map(async ({ pid }) => {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      return line.includes(text) ? [pid] : [];
    }),
  );
  return found.flat();
}

/** Memory that several processes share counts once, as a share of each (PSS). */
async function residentBytes(pid: number): Promise<number> {
  const shares = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(shares)?.[1] ?? 0) * 1_024;
}
