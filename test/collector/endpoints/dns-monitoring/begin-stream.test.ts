import test from 'ava';
import { beginStream } from '../../../../collector/endpoints/dns-monitoring/begin-stream.ts';

test('all of a source comes, and what breaks at once breaks before the beginning', async (t) => {
  async function* items(count: number) {
    for (let item = 0; item < count; item++) yield item;
    if (count === 0) throw new Error('away');
  }
  t.deepEqual(await Array.fromAsync(await beginStream(items(3))), [0, 1, 2]);
  await t.throwsAsync(beginStream(items(0)), { message: 'away' });
  async function* none() {}
  t.deepEqual(await Array.fromAsync(await beginStream(none())), []);
});

test('a source that takes its time is begun without its first, and is told when nobody reads on', async (t) => {
  const gate = Promise.withResolvers<void>();
  let ended = 0;
  async function* slow() {
    try {
      await gate.promise;
      yield 'first';
      yield 'second';
    } finally {
      ended++;
    }
  }
  const begun = await beginStream(slow(), 1);
  gate.resolve();
  for await (const item of begun) {
    t.is(item, 'first');
    break;
  }
  t.is(ended, 1);
});

test('a failure that nobody reads harms nobody', async (t) => {
  const gate = Promise.withResolvers<void>();
  // biome-ignore lint/correctness/useYield: it fails before it gives anything
  async function* late() {
    await gate.promise;
    throw new Error('away');
  }
  const begun = await beginStream(late(), 1);
  gate.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  await t.throwsAsync(Array.fromAsync(begun), { message: 'away' });
});
