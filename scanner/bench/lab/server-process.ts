import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import { systemRandom as random } from '@sonde/shared/system/system.ts';
import { AddressPolicy } from '../../network/address-policy.ts';
import { Exchanger } from '../../network/dns/exchange/exchanger.ts';
import { toolPath } from './run-tool.ts';

/** A name server that runs in the foreground as our child. */
export interface ServerProcess {
  stop(): Promise<void>;
}

/** Where a server answers, and a zone that it knows. */
interface Ready {
  readonly server: string;
  readonly port: number;
  /** Without the final dot; the root is the empty name. */
  readonly name: string;
}

const tries = 400;

/** Starts it and waits until it answers at that address. Throws with what it said when it ends or stays silent. */
export async function startServer(
  file: string,
  args: readonly string[],
  ready: Ready,
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
    if (await answers(ready)) return { stop: () => stop(child) };
    await sleep(20);
  }
  await stop(child);
  throw new Error(`${file} does not answer at ${ready.server} port ${ready.port}:\n${said}`);
}

/** Whether it knows the zone. */
async function answers({ server, port, name }: Ready): Promise<boolean> {
  const policy = new AddressPolicy(['0.0.0.0/0', '::/0']);
  const exchanger = new Exchanger({ policy, random, maxSockets: 1 });
  const asking = {
    port,
    recursionDesired: true,
    timeoutMilliseconds: 250,
    signal: AbortSignal.timeout(1_000),
  };
  const question = { name: name === '' ? '.' : name, type: recordTypes.SOA };
  const { failure, responseCode } = await exchanger.exchange(server, question, asking);
  return failure === undefined && responseCode !== responseCodes.SERVFAIL;
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
