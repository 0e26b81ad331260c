import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeHeader } from '@sonde/shared/batch/envelope.ts';
import { askStatus } from '../../../agent/status/ask-status.ts';
import { sum, unaccounted } from '../../../sensor/status/row-account.ts';
import { fakeKey } from '../../support/agent/fake-collector.ts';
import { until } from '../../support/until.ts';
import { ReplayedWire, tap } from './replayed-wire.ts';

/**
 * Run in a namespace of its own, as `unshare -Urn` or `unshare -n node live-trial.ts PACKETS_PER_SECOND SECONDS MESSAGES`: tcpreplay sends
 * mixed DNS traffic over a veth pair (0: as fast as it can), the agent captures at the other end and ships to a collector
 * that counts. Prints as JSON where every packet went.
 */
const [rate = 300_000, seconds = 30, messages = 1_000_000] = process.argv.slice(2).map(Number);
const program = join(import.meta.dirname, '..', '..', '..', 'agent', 'main.ts');
const directory = mkdtempSync(join(tmpdir(), 'sonde-live-'));
const state = join(directory, 'state');

const wire = new ReplayedWire(join(directory, 'mixed.pcap'), messages);

let rowsArrived = 0;
const batches = new Set<string>();
const collector = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { batchId, rows } = decodeHeader(Buffer.concat(parts));
  const duplicate = batches.has(batchId);
  if (!duplicate) rowsArrived += rows;
  batches.add(batchId);
  const answer = { accepted: rows, rejected: 0, errors: [], batch_id: batchId, duplicate };
  response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;

const settings = ['--interface', tap, '--collector', url, '--key', fakeKey, '--state', state];
const agent = spawn(process.execPath, [program, 'run', ...settings], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
// As the systemd unit has it, where that is permitted: `unshare -n` as root.
try {
  setPriority(agent.pid!, -5);
} catch {
  process.stderr.write('The agent has no priority over what else runs.\n');
}
let output = '';
agent.stdout.on('data', (data: Buffer) => {
  output += data;
});
try {
  await until(() => output.includes('Capturing on'));
  const before = wire.sent;
  const loops = Math.max(1, Math.round(((rate || 400_000) * seconds) / wire.packets));
  const started = Date.now();
  const sender = wire.send(rate, loops);
  await once(sender, 'exit');
  const elapsed = (Date.now() - started) / 1e3;
  const sent = wire.sent - before;
  // The queries of the last seconds wait for responses that do not come.
  await until(async () => {
    const report = (await askStatus(state))!;
    const { ledger } = report;
    return (
      ledger.packets_captured + sum(ledger.packets_dropped) >= sent &&
      ledger.messages_pending === 0 &&
      report.delivery.rowsAccepted + sum(ledger.rows_dropped) === ledger.rows_stored
    );
  }, 20_000).catch(() => undefined);
  const { ledger, event_loop_gap_ms, memory_bytes, ...report } = (await askStatus(state))!;
  const result = {
    sent,
    seconds: elapsed,
    packetsPerSecond: Math.round(sent / elapsed),
    captured: ledger.packets_captured,
    dropped: ledger.packets_dropped,
    packetsUnaccounted: sent - ledger.packets_captured - sum(ledger.packets_dropped),
    unaccounted: unaccounted({ ledger, ...report }),
    rows: ledger.rows_stored,
    rowsDropped: ledger.rows_dropped,
    rowsArrived,
    gap: event_loop_gap_ms,
    memoryMiB: Math.round(memory_bytes / 2 ** 20),
    loadAverage: readFileSync('/proc/loadavg', 'utf8').split(' ')[0],
  };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  agent.kill('SIGTERM');
  await once(agent, 'exit');
} catch (error) {
  process.stderr.write(`${error}\n${output}`);
  process.exitCode = 1;
} finally {
  agent.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
  process.exit();
}
