import { workerData } from 'node:worker_threads';
import type { DomainScan } from '@sonde/scanner/ports/domain-scan.ts';
import { chooseChecks } from '@sonde/scanner/run/choose-checks.ts';
import { runScan } from '@sonde/scanner/run/run-scan.ts';
import type { ScannerConfig } from '@sonde/scanner/settings.ts';
import { createScanNetwork } from '@sonde/scanner/start/create-scan-network.ts';
import { systemClock as clock, systemRandom as random } from '@sonde/shared/system/system.ts';
import { serveTasks } from '../../workers/serve-tasks.ts';
import type { CheckFault, ScanTask } from './worker-messages.ts';

/** A thread that scans domains, with a way into the network of its own. */
const network = createScanNetwork(workerData as ScannerConfig);

serveTasks<ScanTask, DomainScan, CheckFault>(async ({ checks: wanted, ...scan }, { signal, note }) => {
  const { openScan, checks } = await network;
  const scope = { checkSsl: false, advanced: false, expert: true, checks: wanted };
  const { scanners } = chooseChecks(checks, scope);
  const onFault = (check: string, error: unknown) =>
    note({ domain: scan.domain, check, stack: String(error instanceof Error ? error.stack : error) });
  return runScan({ ...scan, scanners, signal }, { openScan, clock, random, onFault });
});
