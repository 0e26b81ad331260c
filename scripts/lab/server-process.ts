import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { exchange } from './dns-client.ts';
import { toolPath } from './run-tool.ts';

/** A name server that runs in the foreground as our child. */
export interface ServerProcess {
  stop(): Promise<void>;
}

const tries = 400;

/** Starts it and waits until it answers at that address. Throws with what it said when it ends or stays silent. */
export async function startServer(
  file: string,
  args: readonly string[],
  ready: { server: string; port: number; name: string },
): Promise<ServerProcess> {
  const child = spawn(file, [...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: toolPath },
  });
  let said = '';
  const read = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000);
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  child.on('error', (error) => read(Buffer.from(error.message)));
  for (let attempt = 0; attempt < tries; attempt++) {
    if (hasEnded(child)) break;
    const probe = { name: ready.name, type: 'SOA', server: ready.server, port: ready.port } as const;
    const answer = await exchange(probe, 250).catch(() => undefined);
    if (answer !== undefined && answer.rcode !== 'SERVFAIL') return { stop: () => stop(child) };
    await sleep(20);
  }
  await stop(child);
  throw new Error(`${file} does not answer at ${ready.server} port ${ready.port}:\n${said}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 3_000);
  await ended;
  clearTimeout(timer);
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}
