import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { rootDirectory } from '../../cli/programs/program.ts';
import type { Seclusion } from '../../scanner/bench/lab/seclusion.ts';
import type { InsideMessage, InsideTask } from './messages.ts';

export interface InsideProcess {
  readonly ended: Promise<number>;
  stop(): void;
}

/** Starts the part inside of the closed network; it stops all of its own when it is told to or when we are gone. */
export function startInside(
  seclusion: Seclusion,
  task: InsideTask,
  onMessage: (message: InsideMessage) => void,
): InsideProcess {
  const script = join(rootDirectory, 'scripts', 'demo', 'inside.ts');
  const command = [...seclusion.by, process.execPath, script, JSON.stringify(task)];
  const child = spawn(command[0]!, command.slice(1), {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const log = createWriteStream(join(task.directory, 'inside.log'));
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  child.on('message', (message) => onMessage(message as InsideMessage));
  const ended = new Promise<number>((resolve) => {
    child.on('error', () => resolve(127));
    child.on('close', (code) => {
      log.end();
      resolve(code ?? 1);
    });
  });
  return {
    ended,
    stop: () => {
      if (child.connected) child.disconnect();
    },
  };
}
