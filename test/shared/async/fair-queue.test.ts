import test from 'ava';
import { FairQueue } from '../../../shared/async/fair-queue.ts';
import { FairTurns } from '../../../shared/async/fair-turns.ts';

function queueOf(...items: string[]): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const item of items) queue.push(item.charAt(0), item);
  return queue;
}

test('lanes are served in turn, each in its own order', (t) => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1', 'c1', 'c2');
  t.is(queue.size, 6);
  const served: (string | undefined)[] = [];
  for (let index = 0; index < 3; index++) served.push(queue.shift());
  queue.push('b', 'b2');
  while (queue.size > 0) served.push(queue.shift());
  t.deepEqual(served, ['a1', 'b1', 'c1', 'a2', 'c2', 'b2', 'a3']);
  t.is(queue.shift(), undefined);
});

test('a lane that may not be served now keeps its place', (t) => {
  const queue = queueOf('a1', 'b1', 'b2');
  t.is(
    queue.shift((lane) => lane !== 'a'),
    'b1',
  );
  t.is(queue.shift(), 'a1');
  t.is(
    queue.shift(() => false),
    undefined,
  );
  t.deepEqual(queue.drain(), ['b2']);
  t.is(queue.size, 0);
});

test('who has most waiting makes room, and nobody for himself', (t) => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1');
  t.is(queue.displace('a'), undefined);
  t.is(queue.displace('b'), 'a3');
  t.is(queue.displace('c'), 'a2');
  t.is(queue.displace('c'), 'a1');
  queue.remove('b', 'b1');
  queue.remove('b', 'b1');
  t.is(queue.size, 0);
  t.is(queue.displace('c'), undefined);
});

test('there is a place for another lane, whatever one does', async (t) => {
  const turns = new FairTurns(3, 2);
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const work = (name: string) =>
    turns.take(name.charAt(0), () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    });
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map(work);
  const settle = () => new Promise(setImmediate);
  await settle();
  t.deepEqual(begun, ['a1', 'a2', 'b1']);
  t.is(turns.waiting, 3);
  ends[0]!();
  t.is(await all[0], 'a1');
  await settle();
  t.deepEqual(begun.slice(3), ['a3']);
  ends[1]!();
  await settle();
  t.deepEqual(begun.slice(4), ['c1']);
  while (ends.length > 0) {
    ends.shift()!();
    await settle();
  }
  t.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'a4', 'b1', 'c1']);
  await t.throwsAsync(
    turns.take('a', async () => {
      throw new Error('failed');
    }),
    { message: 'failed' },
  );
  t.is(await turns.take('a', async () => 'free again'), 'free again');
});
