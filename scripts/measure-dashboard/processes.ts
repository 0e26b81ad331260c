import { readdir, readFile } from 'node:fs/promises';

const tickMs = 10;

/** Spent states what processes hold, and the processor time that they took. */
export interface Spent {
  readonly residentBytes: number;
  readonly processorMs: number;
}

/** Sums the processes whose ids are given and all below them, out of Linux's `/proc`. */
export async function spentBelow(roots: readonly number[]): Promise<Spent> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = (await Promise.all(ids.map(readStat))).filter((each) => each !== undefined);
  const wanted = new Set(roots);
  for (let size = 0; size < wanted.size; ) {
    size = wanted.size;
    for (const { pid, parent } of all) if (wanted.has(parent)) wanted.add(pid);
  }
  const mine = all.filter(({ pid }) => wanted.has(pid));
  return {
    residentBytes: mine.reduce((sum, { residentBytes }) => sum + residentBytes, 0),
    processorMs: mine.reduce((sum, { processorMs }) => sum + processorMs, 0),
  };
}

/** Finds the ids of this process's children whose command line has that text. */
export async function childrenWith(text: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    ids.map(async (id) => {
      const line = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
      const isChild = line.includes(text) && (await readStat(id))?.parent === process.pid;
      return isChild ? [Number(id)] : [];
    }),
  );
  return found.flat();
}

/** Memory that several processes share counts once, as a share of each (PSS); `/proc/<pid>/stat` has the times. */
async function readStat(id: string) {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const shares = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
  return {
    pid: Number(id),
    parent: Number(fields[1]),
    processorMs: (Number(fields[11]) + Number(fields[12])) * tickMs,
    residentBytes: Number(/^Pss:\s+(\d+) kB$/m.exec(shares)?.[1] ?? 0) * 1_024,
  };
}
