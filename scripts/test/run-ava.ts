import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { programPath, rootDirectory } from '../check/package-program.ts';

export interface Counts {
  passed: number;
  failed: number;
}

/** Runs these test files, shows ava's report as it comes, and reads the counts at its end. */
export async function runAva(files: readonly string[], options: readonly string[]): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0 };
  if (files.length === 0) return counts;
  const child = spawn(process.execPath, [programPath('ava'), ...options, ...files], {
    cwd: rootDirectory,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, FORCE_COLOR: process.stdout.hasColors?.() ? '1' : '0' },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    process.stdout.write(`${line}\n`);
    readCount(stripVTControlCharacters(line), counts);
  }
  const [code] = await ended;
  // A file that could not be loaded or that left something running counts as a failure of its own.
  if (code !== 0) counts.failed ||= 1;
  return counts;
}

function readCount(line: string, counts: Counts): void {
  const found =
    /^ {2}(\d+) (?:tests? (passed|failed)|(?:uncaught exceptions?|unhandled rejections?|known failures?))$/.exec(
      line,
    );
  if (found === null) return;
  if (found[2] === 'passed') counts.passed += Number(found[1]);
  else if (!line.includes('known')) counts.failed += Number(found[1]);
}
