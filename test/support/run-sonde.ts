import { execFile } from 'node:child_process';
import { bareEnvironment } from './bare-environment.ts';

export interface Run {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of ours to its end, without the settings of whoever runs the tests. */
export function runToEnd(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Run> {
  return new Promise((resolve) => {
    // The OpenAPI document alone is more than the MiB that is kept by default.
    const options = { env: { ...bareEnvironment(), ...env }, maxBuffer: 16 * 1024 * 1024 };
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) => {
      resolve({ exitCode: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

/** Runs `sonde` as an operator does; nobody's console key is to be found. */
export function runSonde(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> {
  return runToEnd('cli/main.ts', args, { SONDE_DATA: '/nonexistent', ...env });
}
