import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { constants } from 'node:os';
import { rootDirectory, runtimeDirectory, setupLog } from './paths.mjs';
import { SetupError } from './setup-error.mjs';

const tailLines = 12;
const errorLine = /^(npm (error|ERR!)|gyp ERR!|E: |error:)/;

/**
 * Runs one installing command with its output in the log. Throws a SetupError with the end of that output when it fails,
 * and passes on a request to stop.
 */
export async function runStep(progress, title, file, args, { env = {}, cwd = rootDirectory, failure } = {}) {
  mkdirSync(runtimeDirectory, { recursive: true });
  appendFileSync(setupLog, `\n== ${title}: ${file} ${args.join(' ')}\n`);
  const step = progress.step(title);
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const tail = [];
  const firstErrors = [];
  const read = (chunk) => {
    appendFileSync(setupLog, chunk);
    const lines = chunk.toString().split(/[\r\n]+/);
    for (const line of lines) if (line.trim() !== '') tail.push(line.trimEnd());
    // npm says what is wrong first and then goes on at length.
    if (firstErrors.length < tailLines) firstErrors.push(...lines.filter((line) => errorLine.test(line)));
    tail.splice(0, Math.max(0, tail.length - tailLines));
    step.detail(tail.at(-1) ?? '');
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  let stoppedBy;
  const stop = (signal) => {
    stoppedBy = signal;
    child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, stop);
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      tail.push(error.message);
      resolve(127);
    });
    child.on('close', (exitCode) => resolve(exitCode ?? 1));
  });
  for (const signal of signals) process.off(signal, stop);
  if (stoppedBy !== undefined) {
    step.failed();
    throw new SetupError('Stopped. The next start continues from here.', {
      exitCode: 128 + constants.signals[stoppedBy],
    });
  }
  if (code !== 0) {
    step.failed();
    throw new SetupError(failure ?? `${title} failed (exit code ${code}).`, {
      logTail: firstErrors.length > 0 ? firstErrors.slice(0, tailLines) : tail,
    });
  }
  step.done();
}
