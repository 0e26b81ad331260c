import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/** The lowest priority that Linux has. */
const lowest = 19;

/**
 * Lowers the priority of the calling thread alone by so many steps of what the process has, if the system lets it. Only Linux has priorities of
 * threads.
 */
export function standBack(steps: number): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    setPriority(thread, Math.min(lowest, getPriority() + steps));
  } catch {
    // A service may be kept from /proc or from the call: it goes on as it is.
  }
}
