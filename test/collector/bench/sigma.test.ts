import test from 'ava';
import { makeSigmaRules } from '../../../collector/bench/sigma/make-sigma-rules.ts';
import { runSigmaBench } from '../../../collector/bench/sigma/run-sigma-bench.ts';
import { createDetectorsOfBench } from '../../../collector/cli/bench-detection-command.ts';
import { readRule } from '../../../collector/domain/detection/sigma/read-rule.ts';
import { ruleSetOf } from '../../../collector/domain/detection/sigma/sigma-book.ts';

test('the bench makes rules that can be followed and found, each another one', (t) => {
  const texts = makeSigmaRules(200);
  t.is(new Set(texts).size, 200);
  for (const text of texts) {
    const { problem, condition } = readRule(text);
    t.is(problem, undefined);
    t.not(condition?.needs, undefined, text);
  }
});

test('the bench measures the same rows with and without rules', async (t) => {
  const results = await runSigmaBench({
    counts: [0, 40],
    batches: 3,
    batchRows: 500,
    createExamine: async (count) => {
      const texts = makeSigmaRules(count).map((text, index) => ({ id: index + 1, text }));
      const examine = createDetectorsOfBench({ sigma: await ruleSetOf(texts) });
      return (rows) => examine(rows).length;
    },
  });
  t.deepEqual(
    results.map(({ rules }) => rules),
    [0, 40],
  );
  t.is(results[0]!.ratio, 1);
  for (const { microseconds, ready } of results) t.true(microseconds > 0 && ready >= 0);
});
