import { lstat, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { OperatingUser } from './operating-user.ts';

/** Finds the first directory above a path that the user may not pass through, undefined if the way is free. */
export async function firstBarrier(path: string, user: OperatingUser): Promise<string | undefined> {
  const ways: string[] = [];
  for (let at = dirname(await realpath(path)); ; at = dirname(at)) {
    ways.unshift(at);
    if (at === dirname(at)) break;
  }
  for (const directory of ways) {
    const { mode, uid, gid } = await lstat(directory);
    const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
    if (((mode >> shift) & 1) === 0) return directory;
  }
  return undefined;
}
