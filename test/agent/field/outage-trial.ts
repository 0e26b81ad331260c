import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { decodeHeader } from '@sonde/shared/batch/envelope.ts';
import { askStatus } from '../../../agent/status/ask-status.ts';
import type { StatusReport } from '../../../agent/status/status-report.ts';
import { unaccounted } from '../../../sensor/status/row-account.ts';
import { fakeKey } from '../../support/agent/fake-collector.ts';
import { freePort } from '../../support/free-port.ts';
import { until } from '../../support/until.ts';
import { ReplayedWire, tap } from './replayed-wire.ts';

/**
 * Run in a namespace of its own, as `unshare -Urn node outage-trial.ts SECONDS PACKETS_PER_SECOND`: traffic goes on while the
 * collector is away for so long, and the agent is killed (SIGKILL) after each third of it. Then the collector comes back.
 * Prints as JSON what each of the three runs had told to be on disk, and what arrived.
 */
const [seconds = 600, rate = 3_000] = process.argv.slice(2).map(Number);
const program = join(import.meta.dirname, '..', '..', '..', 'agent', 'main.ts');
const directory = mkdtempSync(join(tmpdir(), 'sonde-outage-'));
const state = join(directory, 'state');
const wire = new ReplayedWire(join(directory, 'mixed.pcap'), 100_000);
const port = await freePort();

const runs = new Map<string, { rows: number; sequences: number[] }>();
let repeated = 0;
const seen = new Set<string>();
const collector = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { batchId, runId, sequence, rows } = decodeHeader(Buffer.concat(parts));
  const duplicate = seen.has(batchId);
  seen.add(batchId);
  const run = runs.get(runId) ?? { rows: 0, sequences: [] };
  if (duplicate) repeated++;
  else runs.set(runId, { rows: run.rows + rows, sequences: [...run.sequences, sequence] });
  const answer = { accepted: rows, rejected: 0, errors: [], batch_id: batchId, duplicate };
  response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});

async function startAgent(): Promise<ChildProcess> {
  const settings = ['--interface', tap, '--collector', `http://127.0.0.1:${port}`, '--key', fakeKey];
  const agent = spawn(process.execPath, [program, 'run', ...settings, '--state', state], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(agent.stdout, 'data');
  return agent;
}

let agent = await startAgent();
const sender = wire.send(rate, Math.ceil((rate * (seconds + 60)) / wire.packets));
const told: { run: string; onDisk: number; written: number }[] = [];
try {
  for (const last of [false, false, true]) {
    await delay((seconds * 1_000) / 3);
    const report = await status();
    const { run_id, ledger, delivery } = report;
    told.push({ run: run_id, onDisk: delivery.spool.ownRows, written: ledger.rows_stored });
    if (last) break;
    agent.kill('SIGKILL');
    await once(agent, 'exit');
    agent = await startAgent();
  }
  await new Promise<void>((resolve) => collector.listen(port, '127.0.0.1', resolve));
  sender.kill('SIGTERM');
  // The pause between tries has grown to a minute by then.
  await until(async () => {
    const { ledger, delivery } = await status();
    return ledger.messages_pending === 0 && delivery.spool.batches === 0;
  }, 180_000);
  agent.kill('SIGTERM');
  const final = await status().catch(() => undefined);
  await once(agent, 'exit');
  const arrived = told.map(({ run, onDisk, written }) => {
    const { rows = 0, sequences = [] } = runs.get(run) ?? {};
    const sorted = sequences.toSorted((a, b) => a - b);
    return { onDisk, written, arrived: rows, gaps: sorted.filter((own, at) => own !== at + 1).length };
  });
  const result = {
    seconds,
    sent: wire.sent,
    runs: arrived,
    repeated,
    lastRunWrote: final?.ledger.rows_stored,
  };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
} finally {
  agent.kill('SIGKILL');
  sender.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
  process.exit();
}

/** The agent's own account; its sums must be right at any time. */
async function status(): Promise<StatusReport> {
  const report = await askStatus(state);
  if (report === undefined) throw new Error('The agent does not answer.');
  const { messages, rows } = unaccounted(report);
  if (messages !== 0 || rows !== 0) throw new Error(`Unaccounted: ${messages} messages, ${rows} rows.`);
  return report;
}
