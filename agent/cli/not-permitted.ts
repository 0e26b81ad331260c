import { realpathSync } from 'node:fs';

/** What to do where the agent may not capture: for this very node. */
export function notPermittedAdvice(reason: string): string {
  return `${reason}

Grant the right to the Node.js that runs the agent, and start it again without root:

  sudo setcap cap_net_raw=ep ${realpathSync(process.execPath)}
`;
}
