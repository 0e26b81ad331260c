import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { programPath, rootDirectory } from '../check/package-program.ts';

export interface Counts {
  passed: number;
  failed: number;
  /** The closing lines of ava about each run that failed: titles, differences, seeds. */
  failures: string[];
}

/** Runs these test files, shows ava's report as it comes, and counts tests in it. */
export async function runAva(files: readonly string[], options: readonly string[]): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0, failures: [] };
  if (files.length === 0) return counts;
  const child = spawn(process.execPath, [programPath('ava'), ...options, ...files], {
    cwd: rootDirectory,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, FORCE_COLOR: process.stdout.hasColors?.() ? '1' : '0' },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  const ended = once(child, 'exit');
  const closing: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    process.stdout.write(`${line}\n`);
    const text = stripVTControlCharacters(line);
    readCount(text, counts);
    keepClosing(closing, text);
  }
  const [code] = await ended;
  if (code !== 0) counts.failures = closing;
  // A file that could not be loaded or that left something running counts as a failure of its own.
  if (code !== 0) counts.failed ||= 1;
  return counts;
}

/** Keeps the lines of failed tests, and all lines from ava's rule on, up to a bound. */
function keepClosing(closing: string[], line: string): void {
  const afterRule = closing.includes('  ─') || line === '  ─';
  if ((afterRule || /^ {2}✘ /.test(line)) && closing.length < 400) closing.push(line);
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
