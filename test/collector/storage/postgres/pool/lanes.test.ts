import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { StoreError } from '../../../../../collector/ports/system/store-error.ts';
import { Lanes } from '../../../../../collector/storage/postgres/pool/lanes.ts';

const unavailable = { instanceOf: StoreError };

test('what is done in one lane runs one after the other, also behind what failed, and lanes do not wait for each other', async (t) => {
  const lanes = new Lanes();
  const done: string[] = [];
  const work = (name: string) => async () => {
    await setImmediate();
    done.push(name);
    if (name === 'a2') throw new Error(name);
    return name;
  };
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const first = lanes.take('a', () => held);
  const others = ['a1', 'a2', 'a3'].map((name) => lanes.take('a', work(name)));
  t.is(await lanes.take('b', work('b')), 'b');
  t.is(lanes.waiting, 3);
  letGo();
  await first;
  t.deepEqual(
    (await Promise.allSettled(others)).map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  t.deepEqual(done, ['b', 'a1', 'a2', 'a3']);
  t.is(lanes.waiting, 0);
});

test('who waits too long, or behind too many, is refused and counted, and the others keep their places', async (t) => {
  const lanes = new Lanes({ longestWait: 5, most: 2 });
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const first = lanes.take('a', () => held);
  const second = lanes.take('a', async () => undefined);
  const third = lanes.take('a', async () => undefined);
  t.like(
    await t.throwsAsync(
      lanes.take('a', async () => undefined),
      unavailable,
    ),
    { kind: 'unavailable' },
  );
  await t.throwsAsync(second, unavailable);
  await t.throwsAsync(third, unavailable);
  t.deepEqual([lanes.givenUp, lanes.waiting], [3, 0]);
  const fourth = lanes.take('a', async () => 'done');
  letGo();
  await first;
  t.is(await fourth, 'done');
});
