import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** What is killed: all of it, the collector's own process, or one of the engines below it. */
export type Victim = 'everything' | 'collector' | 'clickhouse' | 'postgres';

/** A whole collector in a process of its own, to be killed and started again by a watchful operator. */
export class ChaosCollector {
  readonly #arguments: readonly string[];
  #child: ChildProcess | undefined;
  #url = '';

  constructor(dataDirectory: string, allowedNetworks?: string) {
    this.#arguments = [dataDirectory, ...(allowedNetworks === undefined ? [] : [allowedNetworks])];
  }

  /** Changes with every start. */
  get url(): string {
    return this.#url;
  }

  /** As systemd would: again and again until it stays. What was killed may leave its engines closing for a while. */
  async start(): Promise<void> {
    for (let attempt = 1; !(await this.#tryStart()); attempt++) {
      if (attempt === 30) throw new Error('The collector does not come up again');
      await delay(300);
    }
  }

  async #tryStart(): Promise<boolean> {
    const program = new URL('./collector-child.ts', import.meta.url);
    const child = fork(program, [...this.#arguments], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const exited = once(child, 'exit');
    const first = await Promise.race([once(child, 'message'), exited]);
    if (child.exitCode !== null || child.signalCode !== null) return false;
    this.#child = child;
    this.#url = (first[0] as { url: string }).url;
    return true;
  }

  /** Kills without a warning. Where the collector itself is the victim it is gone afterwards. */
  async kill(victim: Victim): Promise<void> {
    const child = this.#child!;
    const below = await descendants(child.pid!);
    const marks = { clickhouse: 'engine-main', postgres: 'postgres' };
    const chosen =
      victim === 'everything'
        ? [...below, { pid: child.pid! }]
        : victim === 'collector'
          ? [{ pid: child.pid! }]
          : below.filter(({ command }) => command.includes(marks[victim]));
    const exited = once(child, 'exit');
    for (const { pid } of chosen) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended by itself when its parent did.
      }
    }
    if (victim === 'everything' || victim === 'collector') await exited;
  }

  /** Whether its own process runs. */
  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  /** Moves its clock that far from the machine's. */
  moveClock(milliseconds: number): void {
    if (this.#child?.connected) this.#child.send(milliseconds, () => undefined);
  }

  async stop(): Promise<void> {
    if (!this.isRunning) return;
    const exited = once(this.#child!, 'exit');
    this.#child!.kill('SIGTERM');
    await exited;
  }
}

/** Processes below one, with their command lines; out of Linux's `/proc`. */
async function descendants(pid: number): Promise<{ pid: number; command: string }[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const found: { pid: number; command: string }[] = [];
  for (const child of text
    .split(' ')
    .filter((part) => part !== '')
    .map(Number)) {
    const command = await readFile(`/proc/${child}/cmdline`, 'latin1').catch(() => '');
    found.push({ pid: child, command }, ...(await descendants(child)));
  }
  return found;
}
