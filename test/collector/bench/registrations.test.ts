import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';

test('the bench fills an index and finds what it asks for', async (t) => {
  const main = fileURLToPath(new URL('../../../collector/cli/main.ts', import.meta.url));
  const small = ['registrations', '--domains', '3000', '--repetitions', '3', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'bench', ...small]);
  const report = JSON.parse(stdout) as {
    domains: number;
    postings: number;
    questions: { question: string; p50: number; p95: number; found: number }[];
  };
  t.is(report.postings, 4 * report.domains);
  for (const { question, p50, p95, found } of report.questions) {
    t.true(p50 > 0 && p95 >= p50, question);
    // Of three thousand domains few hosters have one, and the largest has none behind its ten thousandth.
    const mayBeEmpty = /nobody|name server$|deepest/.test(question);
    if (!mayBeEmpty) t.true(found > 0, question);
    if (/nobody/.test(question)) t.is(found, 0);
  }
});
