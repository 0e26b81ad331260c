import { setImmediate as turn } from 'node:timers/promises';
import test from 'ava';
import fc from 'fast-check';
import { DeliveryTurns } from '../../../../collector/socket/flood/delivery-turns.ts';
import { until } from '../../../support/until.ts';

test('a quiet time delivers at once, a burst in turns, and all in order', async (t) => {
  const delivered: number[] = [];
  const turns = new DeliveryTurns<number>({
    deliver: (event) => {
      delivered.push(event);
      return 40;
    },
    onDropped: () => t.fail(),
    messagesPerTurn: 100,
  });
  turns.add(1);
  t.deepEqual(delivered, [1]);
  for (let event = 2; event <= 9; event++) turns.add(event);
  t.deepEqual(delivered, [1, 2, 3]);
  t.is(turns.waiting, 6);
  await turn();
  t.true(delivered.length <= 6);
  await until(() => turns.waiting === 0);
  t.deepEqual(delivered, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('what finds no room is dropped and told of', (t) => {
  const dropped: number[] = [];
  const turns = new DeliveryTurns<number>({
    deliver: () => 1,
    onDropped: (event) => dropped.push(event),
    messagesPerTurn: 1,
    mostWaiting: 2,
  });
  for (let event = 1; event <= 5; event++) turns.add(event);
  t.deepEqual(dropped, [4, 5]);
  turns.stop();
  t.is(turns.waiting, 0);
});

test('whatever comes when, all is delivered once and in order, or dropped', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(3), { maxLength: 60 }), fc.nat(50), async (steps, size) => {
      const seen: number[] = [];
      const dropped: number[] = [];
      let next = 0;
      const turns = new DeliveryTurns<number>({
        deliver: (event) => {
          seen.push(event);
          return size;
        },
        onDropped: (event) => dropped.push(event),
        messagesPerTurn: 60,
        mostWaiting: 8,
      });
      for (const step of steps) {
        if (step === 0) await turn();
        for (let count = 0; count < step; count++) turns.add(next++);
      }
      await until(() => turns.waiting === 0);
      t.deepEqual(
        seen,
        seen.toSorted((a, b) => a - b),
      );
      t.deepEqual(
        [...seen, ...dropped].toSorted((a, b) => a - b),
        Array.from({ length: next }, (_, index) => index),
      );
    }),
    { numRuns: 30 },
  );
});
