import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/** The lowest priority that Linux has. */
const lowest = 19;

/** Lowers the priority of the calling thread alone by so many steps of what the process has. Only Linux has priorities of threads. */
export function standBack(steps: number): void {
  if (process.platform !== 'linux') return;
  const thread = Number(basename(readlinkSync('/proc/thread-self')));
  setPriority(thread, Math.min(lowest, getPriority() + steps));
}
