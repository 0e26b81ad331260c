import test from 'ava';
import { BatchQueue } from '../../../../collector/domain/ingest/batch-queue.ts';
import type { SpooledBatch } from '../../../../collector/ports/ingest/batch-spool.ts';

const mebibyte = 1024 * 1024;
let ids = 0;
const batchOf = (bytes: number): SpooledBatch => ({ batchId: String(ids++), bytes });

test('a little is stored soon, however often a little more comes', (t) => {
  const queue = new BatchQueue();
  t.is(queue.dueIn(0), Number.POSITIVE_INFINITY);
  queue.add([batchOf(1_000)], 100);
  t.is(queue.dueIn(100), 500);
  for (let now = 200; now <= 500; now += 100) queue.add([batchOf(1_000)], now);
  t.is(queue.dueIn(500), 100);
  t.is(queue.dueIn(600), 0);
  t.is(queue.take(600).length, 5);
  t.is(queue.dueIn(600), Number.POSITIVE_INFINITY);
});

test('while much keeps coming the group grows, up to its time and its size', (t) => {
  const queue = new BatchQueue();
  for (let now = 0; now <= 1_900; now += 100) queue.add([batchOf(mebibyte / 2)], now);
  t.is(queue.dueIn(1_900), 100);
  t.is(queue.dueIn(2_000), 0);
  queue.add([batchOf(40 * mebibyte)], 1_950);
  t.is(queue.dueIn(1_950), 0);
});

test('much after which nothing comes waits no longer', (t) => {
  const queue = new BatchQueue();
  queue.add([batchOf(4 * mebibyte)], 0);
  queue.add([batchOf(4 * mebibyte)], 400);
  t.is(queue.dueIn(500), 150);
  t.is(queue.dueIn(650), 0);
});

test('a group is bounded, its batches are the first ones, and what is put back is first again', (t) => {
  const queue = new BatchQueue();
  const all = Array.from({ length: 10 }, () => batchOf(12 * mebibyte));
  queue.add(all, 0);
  const first = queue.take(0);
  t.deepEqual(first, all.slice(0, 4));
  queue.putBack(first, 10);
  t.is(queue.length, 10);
  t.deepEqual(queue.take(20), first);
  t.deepEqual(queue.take(30), all.slice(4, 8));
  t.deepEqual(queue.take(40, 1), all.slice(8, 9));
  t.deepEqual(queue.take(40), all.slice(9));
  const small = Array.from({ length: 1_500 }, () => batchOf(0));
  queue.add(small, 50);
  t.is(queue.dueIn(50), 0);
  t.is(queue.take(50).length, 1_000);
});
