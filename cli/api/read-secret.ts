import { readFileSync } from 'node:fs';
import { UsageError } from '@sonde/shared/system/usage-error.ts';

/** Reads a secret from a file, or from input if it is `-`: command lines are seen by every user of a machine. */
export function readSecret(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${error instanceof Error ? error.message : error}`);
  }
}
