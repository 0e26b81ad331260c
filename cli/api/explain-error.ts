import { SondeError } from '@sonde/client/sonde-error.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { CommanderError } from 'commander';
import { exitCodes } from '../exit-codes.ts';

export interface Explanation {
  /** A sentence for the operator; undefined if it has been told. */
  readonly message: string | undefined;
  readonly exitCode: number;
}

/** What a person is told of an error, and the exit code for it; undefined about a fault of the program. */
export function explainError(error: unknown): Explanation | undefined {
  // Commander has written its own words by then.
  if (error instanceof CommanderError)
    return { message: undefined, exitCode: error.exitCode === 0 ? exitCodes.ok : exitCodes.usage };
  if (error instanceof UsageError) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof SondeError) {
    const refused = error.status === 401 || error.status === 403;
    const details = error.details.map(({ path, message }) => `\n  ${path}: ${message}`).join('');
    return {
      message: `The collector answered ${error.status}: ${error.message}${details}`,
      exitCode: refused ? exitCodes.refused : exitCodes.failed,
    };
  }
  if (error instanceof TypeError && error.message === 'terminated')
    return { message: 'The collector broke off its answer.', exitCode: exitCodes.failed };
  if (error instanceof SyntaxError)
    return { message: 'The answer is not that of a collector.', exitCode: exitCodes.failed };
  return undefined;
}
