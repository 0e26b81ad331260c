import test from 'ava';
import { BatchBound } from '../../../shared/sinks/batch-bound.ts';
import { DeliveryError } from '../../../shared/sinks/define-sink.ts';

const refusal = new DeliveryError('400', { refused: true });

test('what is refused is halved until one row is alone, and grows again with what is taken', (t) => {
  const bound = new BatchBound(2_000);
  // The row at fault is the last of 100: each piece before it is taken.
  const tried: number[] = [];
  let place = 0;
  while (place < 100) {
    const records = Math.min(bound.records, 100 - place);
    tried.push(records);
    if (place + records < 100) {
      bound.taken();
      place += records;
    } else if (!bound.halves(refusal, records, records)) {
      t.is(records, 1);
      place += 1;
    }
  }
  t.is(place, 100);
  t.true(tried.length < 30, tried.join(' '));
  t.true(bound.records < 2_000);
  for (let taken = 0; taken < 12; taken++) bound.taken();
  t.is(bound.records, 2_000);
});

test('a row of several records that is refused is not tried again, and any other failure is thrown on', (t) => {
  const bound = new BatchBound(2_000);
  t.false(bound.halves(refusal, 3, 1));
  t.is(bound.records, 2_000);
  const away = new DeliveryError('503', {});
  t.is(
    t.throws(() => bound.halves(away, 100, 100)),
    away,
  );
  t.throws(() => bound.halves(new Error('no'), 100, 100), { message: 'no' });
  t.is(bound.records, 2_000);
});
