import test from 'ava';
import fc from 'fast-check';
import { BatchQueue } from '../../../../../collector/domain/traffic/ingest/batch-queue.ts';
import type { SpooledBatch } from '../../../../../collector/ports/ingest/batch-spool.ts';

const mebibyte = 1024 * 1024;
let ids = 0;
const batchOf = (bytes: number): SpooledBatch => ({ batchId: String(ids++), bytes });

test('what comes after a while of nothing is stored at once, with what comes at the same time', (t) => {
  const queue = new BatchQueue();
  t.is(queue.dueIn(0), Number.POSITIVE_INFINITY);
  queue.add([batchOf(1_000)], 100);
  t.is(queue.dueIn(100), 250);
  queue.add([batchOf(mebibyte / 2)], 200);
  t.is(queue.dueIn(200), 150);
  t.is(queue.dueIn(350), 0);
  t.is(queue.take(350).length, 2);
  t.is(queue.dueIn(350), Number.POSITIVE_INFINITY);
  queue.add([batchOf(mebibyte / 2)], 60_000);
  t.is(queue.dueIn(60_000), 250);
});

test('while more keeps coming groups begin three seconds apart, those of a little one second', (t) => {
  const begun = (bytes: number): number[] => {
    const queue = new BatchQueue();
    const times: number[] = [];
    for (let now = 0; now <= 10_000; now += 50) {
      if (now % 500 === 0) queue.add([batchOf(bytes)], now);
      if (queue.dueIn(now) > 0) continue;
      queue.take(now);
      times.push(now);
    }
    return times;
  };
  t.deepEqual(begun(mebibyte / 4), [250, 3_250, 6_250, 9_250]);
  t.deepEqual(begun(1_000), [250, 1_250, 2_250, 3_250, 4_250, 5_250, 6_250, 7_250, 8_250, 9_250]);
});

test('no batch waits for more than three seconds, whenever how much comes', (t) => {
  const coming = fc.record({ after: fc.integer({ min: 1, max: 2_000 }), bytes: fc.nat(12 * mebibyte) });
  fc.assert(
    fc.property(fc.array(coming, { minLength: 1, maxLength: 60 }), (batches) => {
      const queue = new BatchQueue();
      const waiting: number[] = [];
      let now = 0;
      const until = (end: number): void => {
        while (now + queue.dueIn(now) <= end) {
          now += queue.dueIn(now);
          for (const at of waiting.splice(0, queue.take(now).length)) if (now - at > 3_000) throw new Error();
        }
        now = end;
      };
      for (const { after, bytes } of batches) {
        until(now + after);
        queue.add([batchOf(bytes)], now);
        waiting.push(now);
      }
      until(now + 3_000);
      return waiting.length === 0;
    }),
  );
  t.pass();
});

test('what came in bulk waits no longer once nothing more comes', (t) => {
  const queue = new BatchQueue();
  queue.add([batchOf(1_000)], 0);
  queue.take(250);
  queue.add([batchOf(4 * mebibyte)], 500);
  t.is(queue.dueIn(500), 2_750);
  queue.add([batchOf(4 * mebibyte)], 700);
  t.is(queue.dueIn(750), 200);
  t.is(queue.dueIn(950), 0);
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
