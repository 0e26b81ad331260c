import { processTree } from '@sonde/shared/system/processes.ts';

/** Ends the process and all that descend from it, without a word. */
export function killTree(pid: number): void {
  for (const member of processTree(pid)) {
    try {
      process.kill(member.pid, 'SIGKILL');
    } catch {
      // It ended by itself in the meantime.
    }
  }
}
