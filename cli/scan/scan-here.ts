import type { Scanner } from '@sonde/scanner/ports/scanner.ts';
import { domainScanResult } from '@sonde/scanner/result/domain-scan-result.ts';
import type { Check } from '@sonde/scanner/run/check.ts';
import { chooseChecks, type ScanScope } from '@sonde/scanner/run/choose-checks.ts';
import { runScan } from '@sonde/scanner/run/run-scan.ts';
import type { ScannerConfig } from '@sonde/scanner/settings.ts';
import { createScanNetwork } from '@sonde/scanner/start/create-scan-network.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import type { DomainScanAnswer } from '@sonde/shared/schemas/domain-scan.ts';
import { systemClock as clock, systemRandom as random } from '@sonde/shared/system/system.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ScanProgressLine } from './progress-line.ts';
import type { WantedScan } from './wanted-scan.ts';

/** Makes the scan in this process, over this machine's network. Throws a UsageError for checks that there are not. */
export async function scanHere(
  { domain, advanced, only }: WantedScan,
  config: ScannerConfig,
  progress: Pick<ScanProgressLine, 'tell'>,
): Promise<DomainScanAnswer> {
  const { openScan, checks } = await createScanNetwork(config).catch((error: unknown) => {
    throw new UsageError(error instanceof Error ? error.message : String(error), exitCodes.configuration);
  });
  const faults: unknown[] = [];
  const scan = await runScan(
    {
      domain,
      scanners: choose(checks, { checkSsl: true, advanced, expert: false, checks: only }),
      trigger: 'request',
      budget: config.scanTime,
      onProgress: (one) => progress.tell(one),
    },
    { openScan, clock, random, onFault: (_check, error) => faults.push(error) },
  );
  for (const fault of faults) process.stderr.write(`${fault instanceof Error ? fault.stack : fault}\n`);
  const at = new Date(scan.startedAt.getTime() + Math.round(scan.milliseconds));
  return domainScanResult({
    domain,
    parts: scan.parts,
    at,
    milliseconds: scan.milliseconds,
    questions: scan.questions,
  });
}

function choose(checks: readonly Check[], scope: ScanScope): readonly Scanner<unknown>[] {
  try {
    return chooseChecks(checks, scope).scanners;
  } catch (error) {
    if (error instanceof InvalidInput) throw new UsageError(error.message, exitCodes.usage);
    throw error;
  }
}
