import { realpathSync } from 'node:fs';

/** Tells how to grant the right to capture to the Node.js that runs the agent. */
export function permissionAdvice(reason: string): string {
  return `${reason}
The collector goes on without an agent. To let this machine capture, grant Node the right and start again:
  sudo setcap cap_net_raw=ep ${realpathSync(process.execPath)}`;
}
