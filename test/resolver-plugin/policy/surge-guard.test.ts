import test from 'ava';
import { SurgeGuard } from '../../../resolver-plugin/policy/surge-guard.ts';

const limits = { watch: 60_000, queries: 100, growth: 0.1 };

test('a policy that suddenly hits much more is a surge', (t) => {
  const guard = new SurgeGuard(limits);
  t.false(guard.count(1_000, 50, 0));
  guard.begin(1_000);
  t.false(guard.count(99, 99, 2_000), 'too few to tell');
  t.true(guard.count(1, 1, 2_000));
});

test('ordinary growth is none, and becomes the measure of the next', (t) => {
  const guard = new SurgeGuard(limits);
  guard.count(1_000, 50, 0);
  guard.begin(0);
  t.false(guard.count(1_000, 140, 1_000));
  t.false(guard.count(1_000, 900, 60_000), 'no longer watched');
  guard.begin(70_000);
  t.false(guard.count(1_000, 550, 71_000));
  t.true(guard.count(1_000, 900, 72_000));
  guard.cancel();
  t.false(guard.count(1_000, 1_000, 73_000));
});

test('a first policy is measured against nothing, and old traffic fades', (t) => {
  const guard = new SurgeGuard(limits);
  guard.begin(0);
  t.false(guard.count(1_000, 90, 1));
  t.true(guard.count(1_000, 200, 2));
  guard.cancel();
  for (let turn = 0; turn < 100; turn++) guard.count(1_000, turn < 50 ? 0 : 1_000, 3);
  guard.begin(4);
  t.false(guard.count(1_000, 900, 5));
});
