import { join } from 'node:path';
import test from 'ava';
import type { ScanPart } from '../../../scanner/ports/scanner.ts';
import { runInNamespace } from '../../support/lab/run-in-namespace.ts';
import { delegationCases } from './lab/delegation-cases.ts';
import { dnssecScanCases } from './lab/dnssec-cases.ts';
import { multiSignerCases, zonemdCases } from './lab/signing-cases.ts';

type Outcome = ScanPart<Record<string, unknown>> & { readonly title: string; readonly questions: number };

const program = join(import.meta.dirname, 'lab', 'scanners-program.ts');
const running = runInNamespace(program) as Promise<readonly Outcome[]>;

for (const [index, one] of [
  ...delegationCases,
  ...dnssecScanCases,
  ...multiSignerCases,
  ...zonemdCases,
].entries()) {
  const codes = one.finds.map(([code]) => code).join(', ');
  test(`${one.scanner}: ${one.title}: ${codes}`, async (t) => {
    const outcome = (await running)[index]!;
    t.is(outcome.title, one.title);
    const found = outcome.findings.map(({ code, status, rule }) => [code, status, rule] as const);
    for (const wanted of one.finds) {
      t.true(
        found.some((finding) => finding.every((word, at) => word === wanted[at])),
        `${wanted.join(' ')} is not among ${JSON.stringify(outcome.findings, undefined, 1)}`,
      );
    }
    for (const code of one.spares ?? [])
      t.false(
        found.some(([other]) => other === code),
        code,
      );
    if (one.result !== undefined) t.like(outcome.result, one.result);
  });
}
