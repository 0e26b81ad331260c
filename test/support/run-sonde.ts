import { execFile } from 'node:child_process';

export interface Run {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `sonde` as an operator does, without the settings of whoever runs the tests. */
export function runSonde(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> {
  return new Promise((resolve) => {
    // Nobody's console key is to be found.
    const options = { env: { PATH: process.env.PATH, SONDE_DATA: '/nonexistent', ...env } };
    execFile(process.execPath, ['cli/main.ts', ...args], options, (error, stdout, stderr) => {
      resolve({ exitCode: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}
