import { readFileSync, statSync } from 'node:fs';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { exitCodes } from '../exit-codes.ts';

/** Reads a file that the command line names. Throws UsageError if it can't be read or is too large. */
export function readBytes(file: string, most: number): Buffer {
  try {
    if (statSync(file).size <= most) return readFileSync(file);
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${(error as Error).message}`, exitCodes.failed);
  }
  throw new UsageError(`${file} is larger than ${most / 1024 / 1024} MiB.`, exitCodes.failed);
}
