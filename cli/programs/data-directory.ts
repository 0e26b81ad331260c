import { join } from 'node:path';
import { rootDirectory } from './program.ts';

/** Gives the directory that a collector on this machine keeps everything in, if it was started as usual. */
export function usualDataDirectory(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  return environment.SONDE_DATA || join(rootDirectory, '.sonde');
}
