import type { DomainScanAnswer } from '@sonde/shared/schemas/domain-scan.ts';
import { exitCodes } from '../exit-codes.ts';
import { saysNothing } from './overview-rows.ts';

/** Chooses the exit code by the findings. A scan in which no check has anything to say was none. */
export function exitCodeOf(scan: DomainScanAnswer, failOn: 'never' | 'fail' | 'warning'): number {
  if (Object.keys(scan.checks).every((check) => saysNothing(scan, check))) return exitCodes.failed;
  const counts = failOn === 'never' ? [] : failOn === 'fail' ? ['fail'] : ['fail', 'warning'];
  return scan.findings.some(({ status }) => counts.includes(status)) ? exitCodes.found : exitCodes.ok;
}
