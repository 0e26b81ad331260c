import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { DeadlineQueue, Timed } from '../../../../collector/http/operations/deadline-queue.ts';

class Item extends Timed {
  readonly expired = Promise.withResolvers<void>();
  isExpired = false;

  expire(): void {
    this.isExpired = true;
    this.expired.resolve();
  }
}

test('what is not done in time is told so, the first first, and what is done is not', async (t) => {
  const queue = new DeadlineQueue(20);
  const items = Array.from({ length: 5 }, () => new Item());
  for (const item of items) queue.add(item);
  for (const index of [0, 2, 4]) queue.remove(items[index]!);
  // The timer does not keep the process, and so not this test, waiting.
  await Promise.all([items[1]!.expired.promise, items[3]!.expired.promise, sleep(100)]);
  t.deepEqual(
    items.map(({ isExpired }) => isExpired),
    [false, true, false, true, false],
  );
});

test('what comes later has its own time, also after the queue was empty', async (t) => {
  const queue = new DeadlineQueue(30);
  const first = new Item();
  queue.add(first);
  await sleep(10);
  const second = new Item();
  const began = performance.now();
  queue.add(second);
  // A machine that is busy elsewhere may have taken its time already.
  const wasOver = first.isExpired;
  queue.remove(first);
  await Promise.all([second.expired.promise, sleep(100)]);
  t.true(performance.now() - began >= 29, 'timers may come a millisecond early');
  const third = new Item();
  queue.add(third);
  await Promise.all([third.expired.promise, sleep(100)]);
  t.is(first.isExpired, wasOver);
});

test('taking out what is over already does nothing', async (t) => {
  const queue = new DeadlineQueue(1);
  const [over, waiting] = [new Item(), new Item()];
  queue.add(over);
  await Promise.all([over.expired.promise, sleep(50)]);
  queue.add(waiting);
  queue.remove(over);
  await Promise.all([waiting.expired.promise, sleep(50)]);
  t.true(waiting.isExpired);
});
