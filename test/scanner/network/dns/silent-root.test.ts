import { join } from 'node:path';
import test from 'ava';
import { runInNamespace } from '../../../support/lab/run-in-namespace.ts';

interface Scan {
  readonly failures: readonly string[];
  readonly messages: readonly string[];
  readonly questions: number;
}

test('where no root server answers, few questions find that out for all', async (t) => {
  const program = join(import.meta.dirname, 'silent-root-program.ts');
  const report = (await runInNamespace(program)) as Record<'first' | 'second' | 'later' | 'elsewhere', Scan>;
  // Names below two top-level domains set out at the same time.
  t.true(report.first.questions <= 10, `${report.first.questions} questions`);
  t.true(report.first.messages.some((message) => /^No root server answers/.test(message)));
  t.is(report.second.questions, 0, 'what is known is not asked again');
  t.deepEqual(report.second.failures, ['unreachable']);
  t.true(report.later.questions > 0, 'but later it is');
  // Where a resolver on the way answers in place of the root, that is no word about the domain either.
  t.deepEqual(report.elsewhere.failures, ['unreachable']);
  t.true(report.elsewhere.messages.every((message) => /^The root servers cannot be reached/.test(message)));
});
