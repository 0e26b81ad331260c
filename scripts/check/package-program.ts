import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const rootDirectory = join(import.meta.dirname, '..', '..');

/** The programs are the paths, below node_modules, of the packages' programs that are called here. */
export const programs = {
  typescript: 'typescript/bin/tsc',
  biome: '@biomejs/biome/bin/biome',
  ava: 'ava/entrypoints/cli.js',
} as const;

export function programPath(name: keyof typeof programs): string {
  return join(rootDirectory, 'node_modules', programs[name]);
}

/** Runs an installed program on this Node with our streams. Resolves to its exit code. */
export function runProgram(name: keyof typeof programs, args: readonly string[]): Promise<number> {
  return runNode(programPath(name), args);
}

/** Runs one of our own scripts, named from the root of the checkout, as `runProgram` does. */
export function runScript(path: string, args: readonly string[]): Promise<number> {
  return runNode(join(rootDirectory, path), args);
}

async function runNode(path: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [path, ...args], { cwd: rootDirectory, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
