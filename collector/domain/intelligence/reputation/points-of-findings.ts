import type { ScannedParts } from '@sonde/scanner/ports/domain-scan.ts';
import type { Finding } from '@sonde/scanner/ports/finding.ts';
import { type ComponentPoints, takenOff } from './component-points.ts';

/** Points that a finding takes, by how bad it is. */
const costs = {
  fail: { critical: 60, high: 35, medium: 20, low: 10 },
  warning: { critical: 25, high: 20, medium: 10, low: 4 },
} as const;

/**
 * Takes points off a component for the findings of its checks; null if none of the checks could tell anything. A
 * finding of `unknown` takes nothing: not to know is no fault of the domain.
 */
export function pointsOfFindings(parts: ScannedParts, checks: readonly string[]): ComponentPoints | null {
  const looked = checks.flatMap((id) => parts[id] ?? []);
  const told = looked.filter(({ result }) => result !== null);
  const findings = told.flatMap((part) => part.findings);
  // What says neither good nor bad measures nothing; a check that ended without a word found nothing wrong.
  const judged = findings.some(
    ({ status }) => status === 'pass' || status === 'warning' || status === 'fail',
  );
  if (!judged && !told.some((part) => part.findings.length === 0)) return null;
  const reasons = findings
    .map((finding) => ({ finding, cost: costOf(finding) }))
    .filter(({ cost }) => cost > 0)
    .toSorted((one, other) => other.cost - one.cost)
    .map(({ finding: { message, rule, advice }, cost }) => ({
      points: -cost,
      message,
      rule,
      ...(advice !== undefined && { advice }),
    }));
  return takenOff(reasons);
}

function costOf({ status, severity = 'medium' }: Finding): number {
  return status === 'fail' || status === 'warning' ? costs[status][severity] : 0;
}
