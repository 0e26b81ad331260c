import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { mixedTraffic } from '../../../agent/bench/mixed-traffic.ts';
import { askStatus } from '../../../agent/status/ask-status.ts';
import { unaccounted } from '../../../sensor/status/row-account.ts';
import { FakeCollector, fakeKey } from '../../support/agent/fake-collector.ts';
import { freePort } from '../../support/free-port.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

const program = join(import.meta.dirname, '..', '..', '..', 'agent', 'main.ts');
const messages = 40_000;

/** The real agent on a capture file, which stands for load: all of it comes within seconds. */
function startAgent(t: ExecutionContext, args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [program, ...args], { stdio: 'ignore' });
  t.teardown(() => child.kill('SIGKILL'));
  return child;
}

test('the collector is away under load and the agent is killed twice: what was spooled arrives once', async (t) => {
  t.timeout(300_000);
  const directory = await temporaryDirectory(t);
  const file = join(directory, 'mixed.pcap');
  await writeFile(file, mixedTraffic(messages).file);
  const state = join(directory, 'state');
  const port = await freePort();
  const settings = ['--state', state, '--collector', `http://127.0.0.1:${port}`, '--key', fakeKey];
  const small = ['--batch-seconds', '0.1', '--batch-bytes', '256KiB', '--stop-seconds', '60'];

  // Each run reads the file from its start, at some pace, and is killed wherever it has come to.
  const spooled = new Map<string, number>();
  for (let round = 0; round < 2; round++) {
    const agent = startAgent(t, ['replay', file, ...settings, ...small]);
    await until(async () => {
      const report = await askStatus(state).catch(() => undefined);
      if (report === undefined) return false;
      t.deepEqual(unaccounted(report), { messages: 0, rows: 0, flows: 0, sinks: 0 });
      spooled.set(report.run_id, report.delivery.spool.ownRows);
      return report.delivery.spool.ownRows > 0;
    });
    await delay(100 * round);
    agent.kill('SIGKILL');
    await once(agent, 'exit');
  }

  const last = startAgent(t, ['replay', file, ...settings, ...small]);
  await until(async () => ((await askStatus(state).catch(() => undefined))?.ledger.rows_stored ?? 0) > 0);
  const collector = new FakeCollector();
  await collector.listen(port);
  t.teardown(() => collector.close());
  const [code] = await once(last, 'exit');
  t.is(code, 0);

  const rowsOf = new Map<string, number>();
  const sequencesOf = new Map<string, number[]>();
  for (const { header } of collector.batches) {
    rowsOf.set(header.runId, (rowsOf.get(header.runId) ?? 0) + header.rows);
    sequencesOf.set(header.runId, [...(sequencesOf.get(header.runId) ?? []), header.sequence]);
  }
  // The killed runs: at least what they had told to be on disk; nothing twice, nothing left out in between.
  t.is(spooled.size, 2);
  for (const [run, rows] of spooled) t.true((rowsOf.get(run) ?? 0) >= rows, `${rowsOf.get(run)} of ${rows}`);
  for (const sequences of sequencesOf.values()) {
    t.deepEqual(
      sequences,
      sequences.map((_, index) => index + 1),
    );
  }
  // The last run, whole.
  const ledger = collector.batches.at(-1)!.metadata.ledger;
  t.is(rowsOf.get(collector.batches.at(-1)!.header.runId), ledger.rows_stored);
  t.deepEqual(ledger.rows_dropped, {});
  t.is(ledger.messages_stored, messages);
  t.is(await askStatus(state), undefined);
});
