import test from 'ava';
import fc from 'fast-check';
import { TransactionTable } from '../../../sensor/pairing/transaction-table.ts';

function slotsOf(table: TransactionTable, hash: number): number[] {
  const slots: number[] = [];
  for (let slot = table.first(hash); slot >= 0; slot = table.following(slot, hash)) slots.push(slot);
  return slots;
}

test('it does what a plain list does, in whatever order', (t) => {
  const step = fc.record({
    kind: fc.constantFrom('add', 'add', 'release'),
    // Few hashes, some of which share a bucket of the small table.
    hash: fc.constantFrom(1, 2, 3, 0x1_0001, 0x2_0001, -5, -2_147_483_648),
    pick: fc.nat(),
  });
  const property = fc.property(
    fc.integer({ min: 1, max: 12 }),
    fc.array(step, { maxLength: 200 }),
    (capacity, steps) => {
      const table = new TransactionTable(capacity);
      const waiting: { slot: number; hash: number }[] = [];
      for (const { kind, hash, pick } of steps) {
        if (kind === 'add' && waiting.length < capacity) {
          const slot = table.allocate(hash);
          if (slot >= capacity || waiting.some((own) => own.slot === slot)) return false;
          waiting.push({ slot, hash });
        } else if (kind === 'release' && waiting.length > 0) {
          const { slot } = waiting.splice(pick % waiting.length, 1)[0]!;
          table.release(slot);
        }
        const expected = waiting.filter((own) => own.hash === hash).map(({ slot }) => slot);
        if (slotsOf(table, hash).join() !== expected.reverse().join()) return false;
        if (table.waiting !== waiting.length || table.isFull !== (waiting.length === capacity)) return false;
        if (table.oldestWaiting !== (waiting[0]?.slot ?? -1)) return false;
      }
      return true;
    },
  );
  fc.assert(property, { numRuns: 400 });
  t.pass();
});

test('a chain of one bucket stays short, whatever is put into it', (t) => {
  const table = new TransactionTable(4_096);
  let ended = 0;
  for (let index = 0; index < 3_000; index++) {
    table.allocate(7);
    if (table.crowded >= 0) {
      t.is(table.crowded, table.oldestWaiting);
      table.release(table.crowded);
      ended++;
    }
  }
  t.is(slotsOf(table, 7).length, 64);
  t.is(ended, 3_000 - 64);
  t.is(table.waiting, 64);
});

test('times keep their microseconds', (t) => {
  const table = new TransactionTable(2);
  for (const time of [0, 1, 0xffff_ffff, 0x1_0000_0000, 1_790_000_000_123_457, 2 ** 52]) {
    table.setQueryTime(1, time);
    t.is(table.queryTime(1), time);
  }
});
