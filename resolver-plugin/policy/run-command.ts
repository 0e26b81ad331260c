import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * A control program is a resolver's command with the arguments that go before ours (such as the path of its socket).
 */
export interface ControlProgram {
  readonly file: string;
  readonly args: readonly string[];
}

/** Runs it without a shell, for at most ten seconds. Rejects if it fails. */
export async function runControl(program: ControlProgram, args: readonly string[]): Promise<string> {
  const { stdout } = await run(program.file, [...program.args, ...args], {
    timeout: 10_000,
    killSignal: 'SIGKILL',
    maxBuffer: 2 ** 20,
  });
  return stdout;
}
