import type { Finding } from '../../ports/finding.ts';
import type { ScanPorts } from '../../ports/scanner.ts';
import { type AskedRecords, askRecords } from '../ask-records.ts';
import type { ServiceBindingEntry } from './svcb-result.ts';

const maxTargets = 8;

export interface ComparedHints {
  readonly findings: readonly Finding[];
  readonly answers: readonly AskedRecords[];
}

/** Compares the address hints of services with the addresses of their targets; asks nothing if there are no hints. */
export async function compareHints(
  entries: readonly ServiceBindingEntry[],
  ports: Pick<ScanPorts, 'dns' | 'signal'>,
): Promise<ComparedHints> {
  const hinted = entries.filter(({ ipv4hint, ipv6hint }) => ipv4hint.length + ipv6hint.length > 0);
  const byTarget = Map.groupBy(hinted, ({ owner, target }) => (target === '.' ? owner : target));
  const parts = await Promise.all(
    [...byTarget].slice(0, maxTargets).map(async ([target, services]) => {
      const [four, six] = await Promise.all([
        askRecords(target, 'A', ports, 'svcb'),
        askRecords(target, 'AAAA', ports, 'svcb'),
      ]);
      const findings = [
        ...compare(
          target,
          services.flatMap(({ ipv4hint }) => ipv4hint),
          four,
          'ipv4hint',
        ),
        ...compare(
          target,
          services.flatMap(({ ipv6hint }) => ipv6hint),
          six,
          'ipv6hint',
        ),
      ];
      return { findings, answers: [four, six] };
    }),
  );
  return {
    findings: parts.flatMap(({ findings }) => findings),
    answers: parts.flatMap(({ answers }) => answers),
  };
}

function compare(
  target: string,
  hints: readonly string[],
  answer: AskedRecords,
  kind: 'ipv4hint' | 'ipv6hint',
): Finding[] {
  if (hints.length === 0 || answer.error !== undefined) return [];
  const addresses = new Set(answer.records.map(({ text }) => text));
  const strange = [...new Set(hints)].filter((hint) => !addresses.has(hint));
  if (strange.length === 0) return [];
  return [
    {
      code: 'hints_differ',
      status: 'warning',
      severity: 'low',
      message: `${kind} names ${strange.slice(0, 5).join(', ')}, which is no address of ${target}.`,
      rule: 'RFC 9460 section 7.3',
      advice: 'Keep the hints equal to the addresses, or leave them out.',
      evidence: `${target} has ${[...addresses].slice(0, 5).join(', ') || 'none'}`,
    },
  ];
}
