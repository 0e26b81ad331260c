import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A server's process sends this message to its parent as soon as it listens. */
export interface Ready {
  readonly url: string;
  /** Requests of the measurement go round these, each with one of them. */
  readonly keys: readonly string[];
}

/** A server process runs a server of the benchmark in a process of its own. */
export interface ServerProcess extends Ready {
  /** Microseconds of processor time that it has taken so far. */
  processorTime(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a program that sends `Ready` when it listens. What it logs is thrown away. */
export async function startServer(program: URL, args: readonly string[] = []): Promise<ServerProcess> {
  const child = fork(program, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  const ready = await Promise.race([once(child, 'message'), exited]);
  if (child.exitCode !== null) throw new Error(`${program.pathname} ended before it listened`);
  const { url, keys } = ready[0] as Ready;
  return {
    url,
    keys,
    processorTime: async () => {
      const answer = once(child, 'message');
      child.send('processor time');
      return (await answer)[0] as number;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/**
 * Tells the parent process that the server is ready; from then on each message is answered with the processor time that
 * the server took.
 */
export function tellReady(ready: Ready): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  process.send?.(ready);
}
