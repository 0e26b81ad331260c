import { readdirSync, readFileSync } from 'node:fs';

/** The process and all that descend from it (Linux). */
function processTree(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(Number(name));
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [pid];
  for (const member of tree) tree.push(...(children.get(member) ?? []));
  return tree;
}

/** Ends the process and all that descend from it, without a word. */
export function killTree(pid: number): void {
  for (const member of processTree(pid)) {
    try {
      process.kill(member, 'SIGKILL');
    } catch {
      // It ended by itself in the meantime.
    }
  }
}

/**
 * Identifies the process by its id and its start time, since ids are used again. Undefined if there is none, if
 * it has ended and nobody has collected it, and on systems without `/proc`.
 */
export function processName(pid: number): string | undefined {
  const [state, started] = statFields(pid, [0, 19]);
  return started === undefined || state === 'Z' ? undefined : `${pid}.${started}`;
}

function parentOf(pid: number): number | undefined {
  const [parent] = statFields(pid, [1]);
  return parent === undefined ? undefined : Number(parent);
}

/** Fields of `/proc/PID/stat` (proc(5)), counted from the third; none if there is no such process. */
function statFields(pid: number, wanted: readonly number[]): (string | undefined)[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is a name in parentheses, which may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return wanted.map((index) => fields[index]);
  } catch {
    return [];
  }
}
