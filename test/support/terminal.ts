import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { bareEnvironment } from './bare-environment.ts';
import { temporaryDirectory } from './temporary-directory.ts';
import { until } from './until.ts';

/** A terminal runs a command of `sonde` on a pseudo-terminal of 80 by 24, below a shell that says what it finds afterwards. */
export interface Terminal {
  /** All that the terminal was sent. */
  readonly output: () => string;
  /** Types keys. */
  type(keys: string): void;
  /** Sends a signal to the command. */
  signal(name: NodeJS.Signals): void;
  resize(columns: number, rows: number): Promise<void>;
  /** Takes the terminal away, as somebody who closes its window. */
  hangUp(): void;
  /** Waits for the end of the command: its exit code, and whether the terminal's modes are as they were before. */
  ended(): Promise<{ readonly exitCode: number; readonly isRestored: boolean }>;
}

export interface TerminalCommand {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Lines of the shell behind the command's, such as `fg`. */
  readonly then?: readonly string[];
}

/** Opens one by `script` (util-linux). */
export async function openTerminal(
  t: ExecutionContext,
  { args, env, then = [] }: TerminalCommand,
): Promise<Terminal> {
  const directory = await temporaryDirectory(t);
  const file = (name: string) => join(directory, name);
  const text = (name: string) => readFileSync(file(name), 'utf8').trim();
  const quoted = [process.execPath, 'cli/main.ts', ...args].map((word) => `'${word}'`).join(' ');
  const lines = [
    // Handed on to no child: the shell outlives a terminal that goes.
    'trap : HUP',
    ...(then.length > 0 ? ['set -m'] : []),
    'stty cols 80 rows 24',
    `tty >${file('tty')}; echo $$ >${file('shell')}; stty -g >${file('before')}`,
    quoted,
    ...then,
    `code=$?; stty -g >${file('after')}; echo $code >${file('code')}`,
  ];
  writeFileSync(file('run.sh'), `${lines.join('\n')}\n`);
  const child = spawn('script', ['-qec', `exec sh ${file('run.sh')}`, '/dev/null'], {
    env: { ...bareEnvironment(), SONDE_DATA: '/nonexistent', TERM: 'xterm', LANG: 'C.UTF-8', ...env },
  });
  t.teardown(() => child.kill('SIGKILL'));
  const closed = new Promise((resolve) => child.once('close', resolve));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  // What it is typed into may have ended.
  child.stdin.on('error', () => {});
  return {
    output: () => output,
    type: (keys) => void child.stdin.write(keys),
    signal: (name) => {
      const shell = text('shell');
      const [command] = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').trim().split(' ');
      process.kill(Number(command), name);
    },
    resize: async (columns, rows) => {
      const size = ['-F', text('tty'), 'cols', String(columns), 'rows', String(rows)];
      await new Promise((resolve) => spawn('stty', size).once('close', resolve));
    },
    hangUp: () => void child.kill('SIGKILL'),
    ended: async () => {
      await until(() => {
        try {
          return text('code') !== '';
        } catch {
          return false;
        }
      }, 60_000);
      // What was written last is on its way.
      await closed;
      return { exitCode: Number(text('code')), isRestored: text('before') === text('after') };
    },
  };
}
