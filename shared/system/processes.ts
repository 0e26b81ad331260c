import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of a tick of `/proc/PID/stat` (proc(5)): 100 a second wherever Node.js runs on Linux. */
const tickMilliseconds = 10;

/** A process states what Linux's `/proc/PID/stat` tells of one. */
export interface ProcessFacts {
  readonly pid: number;
  readonly name: string;
  readonly parent: number;
  /** Whether it has ended, and its parent has not collected it. */
  readonly isZombie: boolean;
  /** Ticks from the start of the machine to its own. */
  readonly started: string;
  /** Milliseconds of processor time so far. */
  readonly processorMilliseconds: number;
}

/** Reads the facts of a process; undefined if there is none, and on systems without `/proc`. */
export function processFacts(pid: number): ProcessFacts | undefined {
  return factsOf(pid, `/proc/${pid}/stat`);
}

/** Reads the milliseconds of processor time of a process's first thread, without the others; 0 if there is none to be asked. */
export function mainThreadMilliseconds(pid: number): number {
  return factsOf(pid, `/proc/${pid}/task/${pid}/stat`)?.processorMilliseconds ?? 0;
}

function factsOf(pid: number, path: string): ProcessFacts | undefined {
  try {
    const stat = readFileSync(path, 'utf8');
    // The name stands in brackets and may hold anything, brackets included.
    const behind = stat.lastIndexOf(')');
    const fields = stat.slice(behind + 2).split(' ');
    return {
      pid,
      name: stat.slice(stat.indexOf('(') + 1, behind),
      parent: Number(fields[1]),
      isZombie: fields[0] === 'Z',
      started: fields[19]!,
      processorMilliseconds: (Number(fields[11]) + Number(fields[12])) * tickMilliseconds,
    };
  } catch {
    return undefined;
  }
}

/**
 * Reads the most memory, in bytes, that a process has had resident since it became the program that it is; undefined if there is none,
 * and on systems without `/proc`. What getrusage(2) tells of a process begins with what its parent had when it started it.
 */
export function mostResidentBytes(pid: number): number | undefined {
  try {
    const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1_024;
  } catch {
    return undefined;
  }
}

/** Lists all processes of the machine; none on systems without `/proc`. */
export function allProcesses(): ProcessFacts[] {
  let names: string[] = [];
  try {
    names = readdirSync('/proc');
  } catch {
    // Not on this system.
  }
  return names
    .filter((name) => /^\d+$/.test(name))
    .map((name) => processFacts(Number(name)))
    .filter((process) => process !== undefined);
}

/** Lists these processes and all that descend from them, parents before their children. */
export function processTree(...roots: readonly number[]): ProcessFacts[] {
  const all = allProcesses();
  const tree = all.filter(({ pid }) => roots.includes(pid));
  const known = new Set(tree.map(({ pid }) => pid));
  for (const { pid } of tree) {
    for (const child of all) {
      if (child.parent !== pid || known.has(child.pid)) continue;
      known.add(child.pid);
      tree.push(child);
    }
  }
  return tree;
}

/**
 * Identifies a process by its id and its start time, since ids are used again. Undefined if there is none, if it has
 * ended and nobody has collected it, and on systems without `/proc`.
 */
export function processName(pid: number): string | undefined {
  const facts = processFacts(pid);
  return facts === undefined || facts.isZombie ? undefined : `${pid}.${facts.started}`;
}
