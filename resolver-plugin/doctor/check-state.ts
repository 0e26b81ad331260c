import { access, constants, stat } from 'node:fs/promises';
import { type Finding, odd, well, wrong } from './finding.ts';

/** Checks whether the state directory can be used, and keeps its keys to itself. */
export async function checkState(state: string, registration: string): Promise<Finding> {
  const check = 'state directory';
  const found = await stat(state).catch(() => undefined);
  if (found === undefined) return wrong(check, `${state} does not exist.`, '"register" and "run" create it.');
  const usable = await access(state, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!usable)
    return wrong(
      check,
      `This user has no access to ${state}.`,
      'Run this command as the user of the daemon, or as root.',
    );
  const keys = await stat(registration).catch(() => undefined);
  if (keys !== undefined && (keys.mode & 0o077) !== 0 && (found.mode & 0o077) !== 0) {
    return odd(check, `Other users can read the keys in ${registration}.`, `Run: chmod 600 ${registration}`);
  }
  return well(check, `${state} is accessible.`);
}
