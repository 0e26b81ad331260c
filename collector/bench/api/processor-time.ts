import { readdir, readFile } from 'node:fs/promises';

/** Milliseconds of a tick of `/proc/<pid>/stat` (proc(5)); 100 a second wherever Node.js runs on Linux. */
const tick = 10;

interface Process {
  readonly pid: number;
  readonly name: string;
  readonly parent: number;
  readonly milliseconds: number;
}

/** A processor time states the milliseconds of processor time so far. */
export interface ProcessorTime {
  /** Processor time of the collector itself. */
  readonly own: number;
  /** Processor time of the engines that the collector started, and PostgreSQL's part of it. */
  readonly engines: number;
  readonly postgres: number;
}

/** Reads the processor time of a process, and of all below it, out of Linux's `/proc`; zeros if there is none. */
export async function processorTime(pid: number): Promise<ProcessorTime> {
  let own = 0;
  let engines = 0;
  let postgres = 0;
  for (const each of await processesOf(pid)) {
    if (each.pid === pid) own = each.milliseconds;
    else {
      engines += each.milliseconds;
      if (each.name === 'postgres') postgres += each.milliseconds;
    }
  }
  return { own, engines, postgres };
}

/** Gives the peak memory, in bytes, of the largest process below a process: ClickHouse, below a collector. */
export async function largestMemory(pid: number): Promise<number> {
  const others = (await processesOf(pid)).filter((each) => each.pid !== pid);
  const each = await Promise.all(
    others.map(async (other) => {
      const text = await readFile(`/proc/${other.pid}/status`, 'utf8').catch(() => '');
      return Number(/^VmHWM:\s+([0-9]+) kB$/m.exec(text)?.[1] ?? 0) * 1_024;
    }),
  );
  return Math.max(0, ...each);
}

/** A process and all below it. */
async function processesOf(pid: number): Promise<Process[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^[0-9]+$/.test(name));
  const all = (await Promise.all(pids.map(stat))).filter((each) => each !== undefined);
  const wanted = new Set<number>([pid]);
  for (let size = 0; size < wanted.size; ) {
    size = wanted.size;
    for (const each of all) if (wanted.has(each.parent)) wanted.add(each.pid);
  }
  return all.filter((each) => wanted.has(each.pid));
}

async function stat(pid: string): Promise<Process | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // The name stands in brackets and may hold anything; behind it the state, the parent, and ten fields on the times.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return {
    pid: Number(pid),
    name: text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')),
    parent: Number(fields[1]),
    milliseconds: (Number(fields[11]) + Number(fields[12])) * tick,
  };
}
