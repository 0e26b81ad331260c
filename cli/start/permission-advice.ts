import { realpathSync } from 'node:fs';

/** Tells how to grant the right to capture to the Node.js that runs the agent. */
export function permissionAdvice(reason: string): string {
  return `${reason}
The collector continues without an agent. To capture on this machine, grant Node the right, then start again:
  sudo setcap cap_net_raw=ep ${realpathSync(process.execPath)}`;
}
