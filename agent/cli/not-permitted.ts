import { realpathSync } from 'node:fs';

/** Tells how to grant the right to capture to the Node.js that runs the agent. */
export function notPermittedAdvice(reason: string): string {
  return `${reason}

Grant the capability to the Node.js that runs the agent, and start the agent again without root:

  sudo setcap cap_net_raw=ep ${realpathSync(process.execPath)}
`;
}
