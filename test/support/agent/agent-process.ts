import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ExecutionContext } from 'ava';
import { bareEnvironment } from '../bare-environment.ts';

const program = fileURLToPath(new URL('./agent-program.ts', import.meta.url));

export interface AgentProcess {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/** Starts the agent's program over test parts; it ends with the test at the latest. */
export function startAgentProcess(
  t: ExecutionContext,
  args: readonly string[],
  environment: Record<string, string> = {},
  input?: string,
): AgentProcess {
  const env = { ...bareEnvironment(), ...environment };
  const stdin = input === undefined ? 'ignore' : 'pipe';
  const child = spawn(process.execPath, [program, ...args], { stdio: [stdin, 'pipe', 'pipe'], env });
  child.stdin?.end(input);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (data: Buffer) => {
    stdout += data.toString();
  });
  child.stderr?.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal ?? -1));
  });
  t.teardown(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    return ended.then(() => undefined);
  });
  return { child, stdout: () => stdout, stderr: () => stderr, ended };
}
