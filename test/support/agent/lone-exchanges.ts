import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Run inside a network namespace of its own, as `node lone-exchanges.ts COMMAND...`: starts COMMAND, an agent on the loopback, and does what
 * the lines of standard input say, each answered by one line of JSON: `send NAME COUNT` lets so many DNS exchanges pass, for
 * `NAME` behind their numbers; `begin NAME` has them pass all the time, one after the other, until `end` tells how many there were;
 * `stop` ends the agent and tells its exit code; what the agent says goes to standard error.
 */
const command = process.argv.slice(2);
spawnSync('ip', ['link', 'set', 'lo', 'up']);
const server = createSocket('udp4');
server.on('message', (message, { port }) => {
  message[2]! |= 0x80;
  server.send(message, port, '127.0.0.1');
});
server.bind(53, '127.0.0.1');
await once(server, 'listening');
const client = createSocket('udp4');
client.bind(0, '127.0.0.1');
await once(client, 'listening');

const agent = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
agent.stdout.pipe(process.stderr);
const ended = once(agent, 'exit');
void ended.then(([code]) => answer({ ended: code }));

let sent = 0;
let isSending = false;
let rounds = Promise.resolve(0);

for await (const line of createInterface({ input: process.stdin })) {
  const [verb, name = '', count = '0'] = line.split(' ');
  if (verb === 'send') {
    for (let index = 0; index < Number(count); index++) await exchange(name);
    answer({ sent: Number(count) });
  } else if (verb === 'begin') {
    isSending = true;
    rounds = sendAlways(name);
    answer({ begun: name });
  } else if (verb === 'end') {
    isSending = false;
    answer({ sent: await rounds });
  } else if (verb === 'stop') agent.kill('SIGTERM');
}
agent.kill('SIGKILL');
await ended;
process.exit();

async function sendAlways(name: string): Promise<number> {
  let done = 0;
  for (; isSending; done++) {
    await exchange(name);
    await delay(1);
  }
  return done;
}

async function exchange(name: string): Promise<void> {
  const answered = once(client, 'message');
  client.send(query(sent++, name), 53, '127.0.0.1');
  await answered;
}

function query(number: number, name: string): Buffer {
  const labels = [`n${number}`, ...name.split('.')].flatMap((label) => [
    Buffer.of(label.length),
    Buffer.from(label),
  ]);
  return Buffer.concat([
    Buffer.of((number >> 8) & 0xff, number & 0xff, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0),
    ...labels,
    Buffer.of(0, 0, 1, 0, 1),
  ]);
}

function answer(what: object): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}
