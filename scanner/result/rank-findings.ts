import type { ScannedParts } from '../ports/domain-scan.ts';
import type { Finding } from '../ports/finding.ts';

export interface FindingOfCheck extends Finding {
  readonly check: string;
}

const statusOrder: Readonly<Record<Finding['status'], number>> = {
  fail: 0,
  warning: 1,
  unknown: 2,
  info: 3,
  pass: 4,
};
const severityOrder = { critical: 0, high: 1, medium: 2, low: 3 } as const;
const withoutSeverity = 4;

/** Sorts all findings, the worst first; equal ones in the order of the checks. */
export function rankFindings(parts: ScannedParts): FindingOfCheck[] {
  const all = Object.entries(parts).flatMap(([check, { findings }]) =>
    findings.map((finding) => ({ ...finding, check })),
  );
  return all.toSorted((a, b) => rank(a) - rank(b));
}

/** What is to be mended comes before what is merely not known, whatever its kind. */
function rank({ status, severity }: Finding): number {
  return statusOrder[status] * 10 + (severity === undefined ? withoutSeverity : severityOrder[severity]);
}
