import { spawn } from 'node:child_process';
import { join } from 'node:path';

export const rootDirectory = join(import.meta.dirname, '..', '..');

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end, without a terminal and without what an outer npm has set. */
export function run(
  file: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; killAfterMs?: number } = {},
): Promise<Outcome> {
  const outer = Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$/i.test(name));
  const child = spawn(file, [...args], {
    cwd: options.cwd ?? rootDirectory,
    env: { ...Object.fromEntries(outer), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const timer =
    options.killAfterMs === undefined
      ? undefined
      : setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), options.killAfterMs);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, stdout, stderr });
    });
  });
}

/** Runs JavaScript that imports modules of the launcher by `#launcher/NAME.mjs`. */
export function runModule(code: string, before: readonly string[] = []): Promise<Outcome> {
  const located = code.replaceAll(
    /#launcher\/([a-z-]+\.mjs)/g,
    `${join(rootDirectory, 'scripts', 'launcher')}/$1`,
  );
  const command = [...before, process.execPath, '--input-type=module', '-e', located];
  return run(command[0]!, command.slice(1));
}
