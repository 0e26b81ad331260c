import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const samPort = 7656;
const off = ['http', 'httpproxy', 'socksproxy', 'bob', 'i2cp', 'i2pcontrol', 'upnp'];

/** Where i2pd is, if it is installed. */
export function findRouter(): string | undefined {
  return ['/usr/sbin/i2pd', '/usr/bin/i2pd'].find((file) => existsSync(file));
}

/** Starts a router with an address book, which reaches nobody, at port 7656: within a network namespace only. */
export async function startRouter(
  hosts: ReadonlyMap<string, string>,
): Promise<{ port: number; stop(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'sonde-i2pd-'));
  const book = Array.from(hosts, ([host, value]) => `${host}=${value}\n`).join('');
  await writeFile(join(directory, 'hosts.txt'), book);
  await writeFile(join(directory, 'none.conf'), '');
  const args = [
    `--datadir=${directory}`,
    `--conf=${join(directory, 'none.conf')}`,
    '--log=stdout',
    '--loglevel=error',
    ...off.map((part) => `--${part}.enabled=false`),
    '--sam.enabled=true',
    '--sam.address=127.0.0.1',
    `--sam.port=${samPort}`,
    '--reseed.threshold=0',
  ];
  const child = spawn(findRouter()!, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: directory });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-2_000);
    });
  }
  const stop = async () => {
    await end(child);
    await rm(directory, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < 400 && child.exitCode === null; attempt++) {
    if (await answers()) return { port: samPort, stop };
    await sleep(50);
  }
  await stop();
  throw new Error(`The router does not answer:\n${said}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  // It has nothing to put in order, and takes ten seconds for it.
  child.kill('SIGKILL');
  await ended;
}

async function answers(): Promise<boolean> {
  const socket = connect(samPort, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
