import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processName } from '@sonde/shared/system/processes.ts';

/** Milliseconds that a program left behind gets to end by itself: a collector stores what it took. */
const patience = 40_000;

/** The programs of one start, each by its process's name; `launcher` is the one that started the others. */
type Run = Readonly<Record<string, string>>;

/**
 * A run record lists the programs that run on a data directory, and lies there so that the next start finds programs
 * left behind.
 */
export interface RunRecord {
  /** Notes a program that was started, or started again. */
  add(program: string, pid: number): void;
  /** Ends the record: everything has ended in order. */
  close(): void;
}

/**
 * Opens the record of the data directory. What a launcher that is gone has left running there is ended first, and told
 * with `say`. Throws if the launcher of an earlier start still runs.
 */
export async function openRunRecord(data: string, say: (text: string) => void): Promise<RunRecord> {
  const file = join(data, 'run.json');
  const { launcher, ...programs } = read(file);
  if (launcher !== undefined && isRunning(launcher)) {
    throw new Error(
      `Sonde already runs on ${data}, started by process ${pidOf(launcher)}. Stop it first, or choose a different directory with --data.`,
    );
  }
  for (const [program, name] of Object.entries(programs)) {
    if (!isRunning(name)) continue;
    say(`The ${program} of an earlier start is still running (process ${pidOf(name)}). Stopping it first.`);
    await end(name);
  }
  let run: Run = {};
  const add = (program: string, pid: number): void => {
    const name = processName(pid);
    if (name === undefined) return;
    run = { ...run, [program]: name };
    writeFileSync(file, JSON.stringify(run), { mode: 0o600 });
  };
  add('launcher', process.pid);
  return { add, close: () => rmSync(file, { force: true }) };
}

function read(file: string): Run {
  try {
    const run: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof run !== 'object' || run === null) return {};
    return Object.fromEntries(
      Object.entries(run).filter(([, name]) => typeof name === 'string' && /^\d+\.\d+$/.test(name)),
    );
  } catch {
    return {};
  }
}

const pidOf = (name: string): number => Number(name.split('.')[0]);

const isRunning = (name: string): boolean => processName(pidOf(name)) === name;

async function end(name: string): Promise<void> {
  // One that was halted would never hear of it.
  for (const signal of ['SIGTERM', 'SIGCONT'] as const) send(name, signal);
  for (let waited = 0; isRunning(name) && waited < patience; waited += 50) await sleep(50);
  send(name, 'SIGKILL');
  for (let waited = 0; isRunning(name) && waited < patience; waited += 50) await sleep(50);
}

function send(name: string, signal: NodeJS.Signals): void {
  try {
    if (isRunning(name)) process.kill(pidOf(name), signal);
  } catch {
    // It ended meanwhile, or is not ours to end; whoever needs its place says so.
  }
}
