import { explainFailure } from '@sonde/client/explain-failure.ts';
import { SondeError } from '@sonde/client/sonde-error.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { CommanderError } from 'commander';
import { exitCodes } from '../exit-codes.ts';

export interface Explanation {
  /** A sentence for the operator; undefined if it has been told. */
  readonly message: string | undefined;
  readonly exitCode: number;
}

/** Explains an error in a sentence for a person, with the exit code; undefined about a fault of the program. */
export function explainError(error: unknown): Explanation | undefined {
  // Commander has written its own words by then.
  if (error instanceof CommanderError)
    return { message: undefined, exitCode: error.exitCode === 0 ? exitCodes.ok : exitCodes.usage };
  if (error instanceof UsageError) return { message: error.message, exitCode: error.exitCode };
  const message = explainFailure(error);
  if (message === undefined) return undefined;
  const isRefused = error instanceof SondeError && (error.status === 401 || error.status === 403);
  return { message, exitCode: isRefused ? exitCodes.refused : exitCodes.failed };
}
