import { parentPort, workerData } from 'node:worker_threads';
import { chooseChecks } from '../../domain/scan/run/choose-checks.ts';
import { runScan } from '../../domain/scan/run/run-scan.ts';
import { createScanNetwork } from '../create-scan-network.ts';
import { systemClock as clock, systemRandom as random } from '../system.ts';
import type { FromWorker, ToWorker, WorkerSettings } from './worker-messages.ts';

/** A thread that scans domains, with a way into the network of its own. */
const port = parentPort!;
const tell = (message: FromWorker) => port.postMessage(message);
const { openScan, checks } = await createScanNetwork(workerData as WorkerSettings);
const underWay = new Map<number, AbortController>();

port.on('message', (message: ToWorker) => {
  if (message.kind === 'scan') void scan(message);
  else underWay.get(message.number)?.abort();
});

async function scan({
  number,
  domain,
  trigger,
  budget,
  ...wanted
}: ToWorker & { kind: 'scan' }): Promise<void> {
  const giveUp = new AbortController();
  underWay.set(number, giveUp);
  const scope = { checkSsl: false, advanced: false, expert: true, checks: wanted.checks };
  const { scanners } = chooseChecks(checks, scope);
  const onFault = (check: string, error: unknown) =>
    tell({ kind: 'fault', domain, check, stack: String(error instanceof Error ? error.stack : error) });
  const done = await runScan(
    { domain, scanners, trigger, budget, signal: giveUp.signal },
    { openScan, clock, random, onFault },
  );
  underWay.delete(number);
  tell({ kind: 'scan', number, scan: done });
}
