import { addressBytes } from '@sonde/shared/net/address.ts';
import test from 'ava';
import fc from 'fast-check';
import { ClientBook } from '../../../../../collector/domain/detection/rows/client-book.ts';
import { ClientStates } from '../../../../../collector/domain/detection/state/client-states.ts';
import { PairCounter } from '../../../../../collector/domain/detection/state/pair-counter.ts';

const book = new ClientBook();
const clientOf = (number: number) =>
  book.read(addressBytes(`10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`), 0);

test('each detector has its own of each client and location', (t) => {
  const step = fc.record({ slot: fc.nat(2), location: fc.nat(2), client: fc.nat(4), value: fc.nat() });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const states = new ClientStates();
      const slots = [states.slot<number>(), states.slot<number>(), states.slot<number>()];
      const model = new Map<string, number>();
      for (const { slot, location, client, value } of steps) {
        const row = { locationId: location, client: clientOf(client) };
        const key = `${slot} ${location} ${client}`;
        t.is(slots[slot]!.get(row), model.get(key));
        slots[slot]!.set(row, value);
        model.set(key, value);
      }
    }),
  );
});

test('clients beyond the bound are forgotten, those that are seen again last, and all of it is counted', (t) => {
  const states = new ClientStates();
  const slot = states.slot<number>();
  const row = (number: number) => ({ locationId: 1, client: clientOf(number) });
  slot.set(row(0), 0);
  for (let number = 1; number < 70_000; number++) {
    slot.set(row(number), number);
    if (number % 5_000 === 0) t.is(slot.get(row(0)), 0);
  }
  t.is(slot.get(row(69_999)), 69_999);
  t.is(slot.get(row(1)), undefined);
  t.true(states.forgotten >= 20_000 && states.forgotten < 70_000, `${states.forgotten}`);
});

test('a pair is summed up for its stretch of time, and then anew', (t) => {
  const counter = new PairCounter(1_024, 600);
  const add = (observedSeconds: number, more: number, domain = 7) =>
    counter.add({ locationId: 1, client: clientOf(3), observedSeconds }, { low: domain, high: 9 }, more);
  t.deepEqual(add(1_000, 5), { sum: 5, isNew: true });
  t.deepEqual(add(1_599, 6), { sum: 11, isNew: false });
  t.deepEqual(add(1_600, 2), { sum: 2, isNew: true });
  t.deepEqual(add(1_600, 2, 8), { sum: 2, isNew: true });
});
