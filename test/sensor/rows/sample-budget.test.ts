import test from 'ava';
import { SampleBudget } from '../../../sensor/rows/sample-budget.ts';

test('so many are kept at once, and so many a second, whatever the clock does', (t) => {
  const budget = new SampleBudget(20, 100);
  const taken = (at: number, count: number): number =>
    Array.from({ length: count }, () => budget.take(at)).filter(Boolean).length;
  const start = 1_790_000_000_000_000;
  t.is(taken(start, 1_000), 100);
  t.is(taken(start + 500_000, 1_000), 10);
  t.is(taken(start - 3_600_000_000, 1_000), 0);
  t.is(taken(start - 3_599_000_000, 1_000), 20);
  t.is(taken(start + 86_400_000_000, 1_000), 100);
});
