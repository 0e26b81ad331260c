import { appendFileSync, readFileSync } from 'node:fs';

/** A test file, how long it ran, and how much of that it kept a processor busy, its ended children included. */
export interface TestTime {
  readonly file: string;
  readonly seconds: number;
  readonly busySeconds: number;
}

/** Names the file that test processes write their times to, one JSON object a line. */
export const timesVariable = 'TEST_TIMES';

/** Measures the test files of one process and tells when the process ends. */
export class TestTimes {
  readonly #times = new Map<string, { seconds: number; busySeconds: number }>();
  readonly #output = process.env[timesVariable];
  #begun: { file: string; at: number; busy: number } | undefined;

  constructor() {
    if (this.#output !== undefined) process.once('exit', () => this.#write(this.#output!));
  }

  begin(file: string): void {
    if (this.#output !== undefined) this.#begun = { file, at: performance.now(), busy: busySeconds() };
  }

  end(): void {
    if (this.#begun === undefined) return;
    const { file, at, busy } = this.#begun;
    const known = this.#times.get(file) ?? { seconds: 0, busySeconds: 0 };
    known.seconds += (performance.now() - at) / 1_000;
    known.busySeconds += busySeconds() - busy;
    this.#times.set(file, known);
    this.#begun = undefined;
  }

  /** Takes the whole life of this process as the time of a file. */
  wholeProcess(file: string): void {
    this.#begun = { file, at: 0, busy: 0 };
  }

  #write(output: string): void {
    this.end();
    const lines = [...this.#times].map(([file, time]) => `${JSON.stringify({ file, ...time })}\n`);
    appendFileSync(output, lines.join(''));
  }
}

/** Processor time of this process and of its children that ended, which Node does not tell. */
function busySeconds(): number {
  try {
    const text = readFileSync('/proc/self/stat', 'utf8');
    // The name in parentheses may hold anything. utime, stime, cutime and cstime are fields 14 to 17, in hundredths (proc_pid_stat(5)).
    const ticks = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15);
    return ticks.reduce((sum, count) => sum + Number(count), 0) / 100;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  }
}
