import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { lifelineVariable } from '@sonde/shared/system/parent-gone.ts';
import { LogFile } from './log-file.ts';

export const rootDirectory = join(import.meta.dirname, '..', '..');

/**
 * A program is one of our programs as a child, in a process group of its own, so that a terminal's Ctrl-C leaves its
 * end to us. It ends by itself when this process is gone.
 */
export interface Program {
  readonly pid: number;
  /** The exit code, or 128 and the signal's number. Never rejects. */
  readonly exited: Promise<number>;
  /** Asks it to end and waits; ends it by force when that takes too long. */
  stop(timeoutMs: number): Promise<number>;
  kill(): Promise<number>;
}

export interface ProgramOptions {
  /** The file in which both of its streams are kept. */
  readonly logFile: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Is told the reason if the log can't be written; the program goes on. */
  readonly onLogLoss?: (reason: string) => void;
  /** Takes each line that it writes, on either stream. */
  readonly onLine?: (line: string) => void;
  /** A command to run it by, such as one that changes the namespace. */
  readonly by?: readonly string[];
}

/** Starts a program of ours, named by its path in the checkout, on this Node. */
export function startProgram(path: string, args: readonly string[], options: ProgramOptions): Program {
  const log = new LogFile(options.logFile, options.onLogLoss);
  const command = [...(options.by ?? []), process.execPath, join(rootDirectory, path), ...args];
  const child = spawn(command[0]!, command.slice(1), {
    detached: true,
    // The channel says nothing. It closes when this process is gone.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...options.env, [lifelineVariable]: '1' },
  });
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk: Buffer) => log.write(chunk));
    readLines(stream, options.onLine ?? (() => {}));
  }
  const exited = new Promise<number>((resolve) => {
    child.on('error', (error) => {
      options.onLine?.(error.message);
      resolve(127);
    });
    child.on('close', (code, signal) => {
      const exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
      void log.close().then(() => resolve(exitCode));
    });
  });
  return {
    pid: child.pid ?? 0,
    exited,
    async stop(timeoutMs) {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
      const code = await exited;
      clearTimeout(timer);
      return code;
    },
    kill() {
      child.kill('SIGKILL');
      return exited;
    },
  };
}

function readLines(stream: Readable, onLine: (line: string) => void): void {
  createInterface({ input: stream }).on('line', onLine);
}
