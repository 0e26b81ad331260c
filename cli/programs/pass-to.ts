import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { knownPrograms, type ProgramName } from './known-programs.ts';

/** Runs another of our programs in this process, as if it had been started with these arguments. It sets the exit code. */
export async function passTo(name: ProgramName, args: readonly string[]): Promise<void> {
  if (!isInstalled(name))
    throw new UsageError(
      `The program "${name}" is not part of this installation. Install it first.`,
      exitCodes.failed,
    );
  const main = new URL(knownPrograms[name].main, import.meta.url);
  process.argv = [process.argv[0]!, fileURLToPath(main), ...args];
  await import(main.href);
}

export function isInstalled(name: ProgramName): boolean {
  return existsSync(new URL(knownPrograms[name].main, import.meta.url));
}
