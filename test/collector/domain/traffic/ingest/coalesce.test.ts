import test from 'ava';
import { coalesce } from '../../../../../collector/domain/traffic/ingest/coalesce.ts';

test('a lone call goes at once, and what comes soon after the last one goes together', async (t) => {
  const calls: (readonly number[])[] = [];
  const call = coalesce<number, number>(
    async (items) => {
      calls.push(items);
      return items.map((item) => item * 2);
    },
    { most: 3, spacing: 1_000 },
  );
  const first = call(1);
  t.deepEqual(calls, [[1]]);
  t.is(await first, 2);
  t.deepEqual(await Promise.all([call(2), call(3)]), [4, 6]);
  t.deepEqual(calls, [[1], [2, 3]]);
});

test('a call that fails fails for all in it, and for nobody else', async (t) => {
  const call = coalesce<number, number>(
    async (items) => {
      if (items.includes(2)) throw new Error('refused');
      return [...items];
    },
    { most: 2, spacing: 0 },
  );
  const answers = await Promise.allSettled([call(1), call(2), call(3), call(4)]);
  // The first goes alone, the others two by two.
  t.deepEqual(
    answers.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
  );
});
