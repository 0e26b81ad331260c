import { access, constants, stat } from 'node:fs/promises';
import { type Finding, odd, well, wrong } from './finding.ts';

/** Checks whether the state directory can be used, and keeps its keys to itself. */
export async function checkState(state: string, registration: string): Promise<Finding> {
  const check = 'state directory';
  const found = await stat(state).catch(() => undefined);
  if (found === undefined)
    return wrong(check, `${state} is not there.`, 'It is made by "register" and "run".');
  const usable = await access(state, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!usable)
    return wrong(check, `We may not use ${state}.`, 'Run this as the user that the daemon runs as, or root.');
  const keys = await stat(registration).catch(() => undefined);
  if (keys !== undefined && (keys.mode & 0o077) !== 0 && (found.mode & 0o077) !== 0) {
    return odd(check, `Others can read the keys in ${registration}.`, `chmod 600 ${registration}`);
  }
  return well(check, `${state} can be used.`);
}
