import pino from 'pino';
import type { AgentLog } from '../run/agent.ts';

/** Creates a log that writes to standard error: JSON lines for collecting, or plain sentences at a terminal. */
export function createLog(level: string): AgentLog {
  if (process.stderr.isTTY === true) {
    const order = ['error', 'warn', 'info', 'debug'];
    const say =
      (kind: 'info' | 'warn' | 'error') =>
      (message: string): void => {
        if (order.indexOf(kind) <= order.indexOf(level)) process.stderr.write(`${kind}: ${message}\n`);
      };
    return { info: say('info'), warn: say('warn'), error: say('error') };
  }
  const log = pino({ level, base: { pid: process.pid } }, pino.destination({ fd: 2, sync: true }));
  return {
    info: (message) => log.info(message),
    warn: (message) => log.warn(message),
    error: (message) => log.error(message),
  };
}
