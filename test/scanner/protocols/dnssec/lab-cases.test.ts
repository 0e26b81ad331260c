import { join } from 'node:path';
import test from 'ava';
import { runInNamespace } from '../../../support/lab/run-in-namespace.ts';
import { algorithmCases } from './lab/algorithm-cases.ts';
import { brokenCases } from './lab/broken-cases.ts';
import type { Verdict } from './lab/case.ts';
import { denialCases } from './lab/denial-cases.ts';

interface Result {
  readonly title: string;
  readonly verdict: string;
  readonly code?: number;
  readonly message?: string;
  readonly delv: string;
  readonly unbound: string;
}

const program = join(import.meta.dirname, 'lab', 'cases-program.ts');
const running = runInNamespace(program) as Promise<readonly Result[]>;

for (const [index, one] of [...algorithmCases, ...denialCases, ...brokenCases].entries()) {
  test(`${one.title}: ${one.verdict} by ${one.rule}`, async (t) => {
    const result = (await running)[index]!;
    t.is(result.title, one.title);
    t.is(result.verdict, one.verdict, result.message);
    if (one.code !== undefined) t.is(result.code, one.code, result.message);
    // Others' validators, in the same run.
    const expected = [one.differs?.delv ?? one.verdict].flat();
    t.true(expected.includes(result.delv as Verdict), `delv: ${result.delv}`);
    const likewise = [one.differs?.unbound ?? one.verdict].flat();
    t.true(likewise.includes(result.unbound as Verdict), `unbound-host: ${result.unbound}`);
  });
}
