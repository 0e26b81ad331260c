import type { RecordsResult } from '@sonde/scanner/checks/records/records-result.ts';
import type { ScannedPart, ScannedParts } from '@sonde/scanner/ports/domain-scan.ts';
import type { Finding } from '@sonde/scanner/ports/finding.ts';
import { type Assessment, type ControlState, combine } from './assessment.ts';
import type { Control, FactTest, FindingTest, Framework } from './framework.ts';

const mostReasons = 5;
type DomainControl = Extract<Control, { of: 'domain' }>;

/** Lists the checks that a framework asks for. */
export function checksOf({ controls }: Pick<Framework, 'controls'>): string[] {
  const checks = controls.flatMap((control) =>
    control.of === 'domain' ? control.tests.map((test) => ('check' in test ? test.check : 'records')) : [],
  );
  return [...new Set(checks)].toSorted();
}

/**
 * Assesses a control by the latest parts of a domain's scans. `parts` is undefined for a domain that was never scanned.
 */
export function assessDomain(control: DomainControl, parts: ScannedParts | undefined): Assessment {
  const { state, reasons, at } = combine(
    control.tests.map((test) => ('check' in test ? byFindings(test, parts) : byFact(test, parts))),
  );
  return { state, reasons: reasons.slice(0, mostReasons), at };
}

function byFindings(test: FindingTest, parts: ScannedParts | undefined): Assessment {
  const part = partOf(test.check, parts);
  if (part === undefined) return notAssessed(`The check "${test.check}" has not been made.`);
  const order = [
    ['outside', test.inapplicable],
    ['not_met', test.failed],
    ['not_assessed', test.unknown],
    ['partly_met', test.partly],
    ['met', test.met],
  ] as const;
  for (const [state, codes] of order) {
    const found = part.findings.filter(({ code }) => codes.includes(code));
    if (found.length > 0) return told(state, found, part);
  }
  const unknown = part.findings.filter(({ status }) => status === 'unknown');
  if (unknown.length > 0) return told('not_assessed', unknown, part);
  const [error] = part.errors;
  const reason = error?.message ?? `The check "${test.check}" says nothing of this control.`;
  return { state: 'not_assessed', reasons: [reason], at: part.at };
}

function byFact(_test: FactTest, parts: ScannedParts | undefined): Assessment {
  const part = partOf('records', parts);
  const result = part?.result as RecordsResult | null | undefined;
  if (part === undefined || result === null || result === undefined)
    return notAssessed('The check "records" has not been made.');
  const { recordSets } = result;
  const sets = recordSets.filter(({ type }) => type === 'AAAA');
  const unanswered = sets.some(({ values }) => values === null);
  const has = sets.some(({ values }) => (values?.length ?? 0) > 0);
  const hasFour = recordSets.some(({ type, values }) => type === 'A' && (values?.length ?? 0) > 0);
  if (has) return { state: 'met', reasons: ['The domain has an IPv6 address.'], at: part.at };
  if (unanswered || result.exists === null)
    return { state: 'not_assessed', reasons: ['Its addresses could not be looked up.'], at: part.at };
  return hasFour
    ? { state: 'not_met', reasons: ['The domain has IPv4 addresses alone.'], at: part.at }
    : { state: 'outside', reasons: ['The domain has no address.'], at: part.at };
}

function partOf(check: string, parts: ScannedParts | undefined): ScannedPart | undefined {
  return parts !== undefined && Object.hasOwn(parts, check) ? parts[check] : undefined;
}

function told(state: ControlState, findings: readonly Finding[], { at }: ScannedPart): Assessment {
  return { state, reasons: findings.map(({ message, code }) => `${message} (${code})`.slice(0, 500)), at };
}

function notAssessed(reason: string): Assessment {
  return { state: 'not_assessed', reasons: [reason], at: null };
}
