import type { DomainScanAnswer } from '@sonde/shared/schemas/domain-scan.ts';

const notMade = 1;
const found = 2;

/** The exit code by what was found. A scan in which no check came to an end was none. */
export function exitCodeOf(
  { checks, findings }: DomainScanAnswer,
  failOn: 'never' | 'fail' | 'warning',
): number {
  if (Object.values(checks).every(({ result }) => result === null)) return notMade;
  const counts = failOn === 'never' ? [] : failOn === 'fail' ? ['fail'] : ['fail', 'warning'];
  return findings.some(({ status }) => counts.includes(status)) ? found : 0;
}
