import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { rootDirectory } from '../launcher/support.ts';

/** A command of ours that runs until it is told to stop. */
export interface Running {
  /** All that it has said so far, on both streams. */
  readonly said: () => string;
  /** Resolves with the match once it says that. Rejects when it ends without. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends the signal and waits for the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  readonly exited: Promise<number | null>;
}

/** Starts a command in the checkout; it is ended with the test, if it has not ended before. */
export function start(
  t: ExecutionContext,
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Running {
  const outer = Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$/i.test(name));
  const child = spawn(command[0]!, command.slice(1), {
    cwd: rootDirectory,
    // Tests fetch nothing from anybody.
    env: { SONDE_FEEDS: 'none', SONDE_DATASETS: 'none', ...Object.fromEntries(outer), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const listeners = new Set<() => void>();
  const read = (chunk: Buffer) => {
    said += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const exited = new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      said += error.message;
      resolve(127);
    });
    child.on('close', (code) => resolve(code));
  });
  t.teardown(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  return {
    said: () => said,
    exited,
    waitFor(pattern) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(said);
          if (found === null) return;
          listeners.delete(look);
          resolve(found);
        };
        listeners.add(look);
        look();
        void exited.then((code) =>
          reject(new Error(`ended (exit code ${code}) without ${pattern}:\n${said}`)),
        );
      });
    },
    stop(signal = 'SIGINT') {
      child.kill(signal);
      return exited;
    },
  };
}

/** A directory for data, gone with the test; other users may pass through it, as the embedded PostgreSQL has to. */
export function dataDirectory(t: ExecutionContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'sonde-e2e-'));
  chmodSync(directory, 0o711);
  t.teardown(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, 'data');
}
