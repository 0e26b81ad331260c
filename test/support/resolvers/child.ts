import { type ChildProcess, spawn } from 'node:child_process';
import type { Ending } from '../temporary-directory.ts';

export interface RunningProgram {
  readonly child: ChildProcess;
  /** What it wrote so far, the last 64 KiB. */
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a program that ends with the test. */
export function runProgram(t: Ending, file: string, args: readonly string[]): RunningProgram {
  let output = '';
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<void>((resolve) => {
    child.on('close', () => resolve());
    child.on('error', (error) => {
      output += String(error);
      resolve();
    });
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + String(chunk)).slice(-65_536);
    });
  }
  const stop = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    child.kill(signal);
    await exited;
  };
  t.teardown(() => stop());
  return { child, output: () => output, stop };
}
