import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { askStatus } from '../../../agent/status/ask-status.ts';
import { sum, unaccounted } from '../../../sensor/status/row-account.ts';
import { until } from '../until.ts';
import { FakeCollector, fakeKey } from './fake-collector.ts';

/**
 * Run inside a network namespace of its own, as `node capture-on-loopback.ts STATE COMMAND...`: starts COMMAND, an agent
 * with its state in STATE as seen from here, on the loopback, lets a hundred DNS exchanges pass, and prints what reached a
 * collector as JSON.
 */
const [state = '', ...command] = process.argv.slice(2);
const exchanges = 100;

spawnSync('ip', ['link', 'set', 'lo', 'up']);
const collector = new FakeCollector();
await collector.listen();
const rest = ['--interface', 'lo', '--collector', collector.url, '--key', fakeKey];
const agent = spawn(command[0]!, [...command.slice(1), ...rest], { stdio: ['ignore', 'pipe', 'pipe'] });
let output = '';
agent.stdout.on('data', (data: Buffer) => {
  output += data;
});
agent.stderr.on('data', (data: Buffer) => {
  output += data;
});
const ended = once(agent, 'exit');
try {
  await until(() => output.includes('Capturing on'));
  const server = createSocket('udp4');
  server.on('message', (message, { port }) => {
    message[2]! |= 0x80;
    server.send(message, port, '127.0.0.1');
  });
  await new Promise<void>((resolve) => server.bind(53, '127.0.0.1', resolve));
  const client = createSocket('udp4');
  let answers = 0;
  client.on('message', () => answers++);
  for (let index = 0; index < exchanges; index++) {
    client.send(query(index), 53, '127.0.0.1');
    await until(() => answers > index);
  }
  await until(() => collector.rows.length >= exchanges);
  const report = await askStatus(state);
  agent.kill('SIGTERM');
  const [code] = await ended;
  const result = {
    code,
    rows: collector.rows.filter(({ outcome }) => outcome === 'answered').length,
    names: new Set(collector.rows.map(({ queryName }) => queryName)).size,
    unaccounted: report === undefined ? undefined : unaccounted(report),
    dropped: report === undefined ? undefined : sum(report.ledger.packets_dropped),
    memoryMiB: Math.round((report?.memory_bytes ?? 0) / 2 ** 20),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
} catch (error) {
  process.stderr.write(`${error}\n${output}`);
  process.exitCode = 1;
} finally {
  agent.kill('SIGKILL');
  // Sockets may be open still after a failure.
  process.exit();
}

function query(index: number): Buffer {
  const label = `n${String(index).padStart(3, '0')}`;
  return Buffer.concat([
    Buffer.of(0, index, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 4),
    Buffer.from(label),
    Buffer.of(7),
    Buffer.from('example'),
    Buffer.of(0, 0, 1, 0, 1),
  ]);
}
