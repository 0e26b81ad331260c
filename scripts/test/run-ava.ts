import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { programPath, rootDirectory } from '../check/package-program.ts';
import { writeBatches } from './batches.ts';

export interface Counts {
  passed: number;
  failed: number;
  /** The closing lines of ava about each run that failed: titles, differences, seeds. */
  failures: string[];
}

export interface AvaRun {
  /** Test files that have a process each. */
  readonly alone: readonly string[];
  /** Test files that share processes. */
  readonly together?: readonly string[];
  /** How many processes run at once; one for each core if it is not given. */
  readonly concurrency?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs these test files, shows ava's report as it comes, and counts tests in it. */
export async function runAva({ alone, together = [], concurrency, environment }: AvaRun): Promise<Counts> {
  if (alone.length + together.length === 0) return { passed: 0, failed: 0, failures: [] };
  const batches = together.length === 0 ? undefined : writeBatches(together, concurrency);
  try {
    const options = concurrency === undefined ? [] : ['--concurrency', String(concurrency)];
    return await report([...options, ...(batches?.files ?? []), ...alone], {
      ...environment,
      ...(batches === undefined ? {} : { TEST_BATCHES: batches.directory }),
    });
  } finally {
    batches?.remove();
  }
}

async function report(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0, failures: [] };
  const child = spawn(process.execPath, [programPath('ava'), ...args], {
    cwd: rootDirectory,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, FORCE_COLOR: process.stdout.hasColors?.() ? '1' : '0', ...environment },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  const ended = once(child, 'exit');
  const closing = new ClosingLines();
  const shownLast: string[] = [];
  for await (const written of createInterface({ input: child.stdout })) {
    const line = withoutBatch(written);
    const text = stripVTControlCharacters(line);
    readCount(text, counts);
    closing.add(text);
    // Another run may write at the same time: what explains failures stays in one piece.
    if (closing.begun) shownLast.push(line);
    else process.stdout.write(`${line}\n`);
  }
  const [code] = await ended;
  process.stdout.write(shownLast.map((line) => `${line}\n`).join(''));
  if (code !== 0) counts.failures = closing.lines;
  // A file that could not be loaded or that left something running counts as a failure of its own.
  if (code !== 0) counts.failed ||= 1;
  return counts;
}

/** The titles of batched tests begin with the file that they are in: the batch's own path says nothing. */
function withoutBatch(line: string): string {
  return line.replace(
    /(?:\.runtime\P{L}+test-batches\P{L}+run-\w+\P{L}+)?batch-\d+[^\p{L}]+?(?=test\/)/u,
    '',
  );
}

/** The lines that tell of failures: those of failed tests, of errors outside tests, and all from ava's rule on, up to a bound. */
class ClosingLines {
  readonly lines: string[] = [];
  begun = false;
  #error = false;

  add(line: string): void {
    this.begun ||= line === '  ─';
    if (/^ {2}(?:Uncaught exception|Unhandled rejection|Timed out) /i.test(line)) this.#error = true;
    else if (/^ {2}[✔✘] /.test(line)) this.#error = false;
    if (this.lines.length < 400 && (this.begun || this.#error || /^ {2}✘ /.test(line))) this.lines.push(line);
  }
}

/**
 * Passed tests are counted by their own lines, because ava's closing lines tell of them only if nothing failed. The closing
 * lines are the only ones that a number begins.
 */
function readCount(line: string, counts: Counts): void {
  if (/^ {2}✔ /.test(line)) counts.passed++;
  const failures =
    /^ {2}(\d+) (?:(?:hooks?|tests?) failed|tests? remained pending|uncaught exceptions?|unhandled rejections?)/.exec(
      line,
    );
  if (failures !== null) counts.failed += Number(failures[1]);
}
