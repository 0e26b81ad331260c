import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { compiledDirectory, rootDirectory } from './paths.mjs';
import { SetupError } from './setup-error.mjs';

/** Runs the program in the user's own directory and streams, hands signals on, and returns its exit code. */
export function runProgram(runtime, program, args) {
  const path = join(rootDirectory, program);
  if (!existsSync(path)) throw new SetupError(`This version of Sonde has no ${program}.`);
  const child = spawn(runtime.node, [path, ...args], {
    // The channel says nothing. It closes when this process is gone, by whatever end, and the program ends too.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    cwd: process.env.INIT_CWD ?? process.cwd(),
    env: { NODE_COMPILE_CACHE: compiledDirectory, ...process.env, ...runtime.env, ENDS_WITH_PARENT: '1' },
  });
  child.channel?.unref();
  let interruptedAt = 0;
  const forward = (signal) => {
    // A terminal interrupts the whole group, the child included, and npm hands the same signal to us once more.
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    const now = Date.now();
    if (now - interruptedAt < 500) return;
    interruptedAt = now;
    child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
  // npm may be killed above us; who starts this without npm may go and leave it running on purpose.
  if (process.env.npm_lifecycle_event !== undefined) endWithout(process.ppid, () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

/** Calls `end` when the process that started this one is no longer its parent. */
function endWithout(parent, end) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, 1_000);
  timer.unref();
}
