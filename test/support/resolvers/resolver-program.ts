import { execFile } from 'node:child_process';

export const resolverProgram = new URL('../../../resolver-plugin/main.ts', import.meta.url).pathname;

/** Runs a command of sonde-resolver to its end; `input` is what stands in its standard input. */
export function runResolverProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env }, timeout: 300_000 };
    const child = execFile(process.execPath, [resolverProgram, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
    });
    child.stdin?.end(input);
  });
}
