import { realpathSync } from 'node:fs';

/** What to do where the agent may not capture. */
export function permissionAdvice(reason: string): string {
  return `${reason}
The collector goes on without an agent. To let this machine capture, grant Node the right and start again:
  sudo setcap cap_net_raw=ep ${realpathSync(process.execPath)}`;
}
