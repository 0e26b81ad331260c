import type { DriftChange, DriftSnapshot } from './drift.ts';

type Facts = DriftSnapshot['facts'];
type Findings = DriftSnapshot['findings'];

const statusRank = { pass: 0, info: 0, unknown: 0, warning: 1, fail: 2 } as const;

/** Lists the facts that were known both times and differ. */
export function changedFacts(before: Facts, after: Facts): DriftChange[] {
  const old = new Map(before.map(({ name, value }) => [name, value]));
  return after.flatMap(({ name, value }) => {
    const earlier = old.get(name);
    if (earlier === undefined || earlier === null || value === null || earlier === value) return [];
    return [
      {
        kind: 'changed',
        about: 'fact',
        subject: name,
        recordType: null,
        oldValue: earlier,
        newValue: value,
        severity: factSeverity(earlier, value),
        message: `${name} was ${earlier} and is ${value}.`,
      } as const,
    ];
  });
}

/** What was good and no longer is weighs more than the other way round. */
function factSeverity(before: string, after: string): DriftChange['severity'] {
  if (after === 'bogus') return 'critical';
  if (before === 'secure' || (before === 'true' && after === 'false')) return 'high';
  if (before === 'false' && after === 'true') return 'info';
  return 'low';
}

/** Lists the warnings and failures that came or went. A check that could not tell this time changes nothing. */
export function changedFindings(before: Findings, after: Findings): DriftChange[] {
  const bad = (findings: Findings) =>
    new Map(
      findings
        .filter(({ status }) => statusRank[status] > 0)
        .map((finding) => [`${finding.scanner}.${finding.code}`, finding]),
    );
  const looked = (findings: Findings) => new Set(findings.map(({ scanner }) => scanner));
  const doubtful = new Set(
    [...before, ...after].filter(({ status }) => status === 'unknown').map(({ scanner }) => scanner),
  );
  const [old, now] = [bad(before), bad(after)];
  const [lookedBefore, lookedNow] = [looked(before), looked(after)];
  const isFair = (scanner: string) =>
    lookedBefore.has(scanner) && lookedNow.has(scanner) && !doubtful.has(scanner);
  const come = [...now].filter(([key, { scanner }]) => !old.has(key) && isFair(scanner));
  const gone = [...old].filter(([key, { scanner }]) => !now.has(key) && isFair(scanner));
  return [
    ...come.map(([, { scanner, code, status }]) => ({
      kind: 'added' as const,
      about: 'finding' as const,
      subject: scanner,
      recordType: null,
      oldValue: null,
      newValue: code,
      severity: status === 'fail' ? ('medium' as const) : ('low' as const),
      message: `${scanner} finds ${code}, which it did not before.`,
    })),
    ...gone.map(([, { scanner, code }]) => ({
      kind: 'removed' as const,
      about: 'finding' as const,
      subject: scanner,
      recordType: null,
      oldValue: code,
      newValue: null,
      severity: 'info' as const,
      message: `${scanner} no longer finds ${code}.`,
    })),
  ];
}
