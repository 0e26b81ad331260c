import test from 'ava';
import fc from 'fast-check';
import { TransactionTable } from '../../../sensor/pairing/transaction-table.ts';

/** What the table is to do, said simply: lists of keys by age. */
class Model {
  readonly waiting: number[] = [];
  readonly answered: number[] = [];
  readonly hashes = new Map<number, number>();
  readonly capacity: number;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  remove(slot: number): void {
    for (const list of [this.waiting, this.answered]) {
      const at = list.indexOf(slot);
      if (at >= 0) list.splice(at, 1);
    }
    this.hashes.delete(slot);
  }

  get isFull(): boolean {
    return this.waiting.length === this.capacity;
  }
}

function slotsOf(table: TransactionTable, hash: number): number[] {
  const slots: number[] = [];
  for (let slot = table.first(hash); slot >= 0; slot = table.following(slot, hash)) slots.push(slot);
  return slots;
}

test('it does what a model of lists does, in whatever order', (t) => {
  const step = fc.record({
    kind: fc.constantFrom('add', 'add', 'add', 'answer', 'release'),
    // Few hashes, some of which share a bucket of the small table.
    hash: fc.constantFrom(1, 2, 3, 0x1_0001, 0x2_0001, -5, -2_147_483_648),
    pick: fc.nat(),
  });
  const property = fc.property(
    fc.integer({ min: 1, max: 12 }),
    fc.array(step, { maxLength: 200 }),
    (capacity, steps) => {
      const table = new TransactionTable(capacity);
      const model = new Model(capacity);
      for (const { kind, hash, pick } of steps) {
        if (kind === 'add' && !model.isFull) {
          if (model.hashes.size === capacity) model.remove(model.answered[0]!);
          const slot = table.allocate(hash);
          if (model.hashes.has(slot)) return false;
          model.waiting.push(slot);
          model.hashes.set(slot, hash);
        } else if (kind === 'answer' && model.waiting.length > 0) {
          const slot = model.waiting[pick % model.waiting.length]!;
          table.markAnswered(slot);
          model.waiting.splice(model.waiting.indexOf(slot), 1);
          model.answered.push(slot);
        } else if (kind === 'release' && model.hashes.size > 0) {
          const slot = [...model.hashes.keys()][pick % model.hashes.size]!;
          table.release(slot);
          model.remove(slot);
        }
        const found = slotsOf(table, hash).sort();
        const expected = [...model.hashes].filter(([, own]) => own === hash).map(([slot]) => slot);
        if (found.join() !== expected.sort().join()) return false;
        if (table.waiting !== model.waiting.length || table.isFull !== model.isFull) return false;
        if (table.oldestWaiting !== (model.waiting[0] ?? -1)) return false;
        if ([...model.hashes.keys()].some((own) => table.isAnswered(own) !== model.answered.includes(own)))
          return false;
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

test('answered transactions make room first, the oldest before the others', (t) => {
  const table = new TransactionTable(3);
  const [first, second, third] = [table.allocate(1), table.allocate(2), table.allocate(3)];
  t.true(table.isFull);
  table.markAnswered(second);
  table.markAnswered(first);
  t.false(table.isFull);
  t.is(table.allocate(4), second);
  t.is(table.allocate(5), first);
  t.true(table.isFull);
  t.is(table.oldestWaiting, third);
  t.deepEqual(slotsOf(table, 2), []);
});

test('times keep their microseconds', (t) => {
  const table = new TransactionTable(2);
  for (const time of [0, 1, 0xffff_ffff, 0x1_0000_0000, 1_790_000_000_123_457, 2 ** 52]) {
    table.setQueryTime(1, time);
    table.setResponseTime(1, time + 1);
    t.is(table.queryTime(1), time);
    t.is(table.responseTime(1), time + 1);
  }
});
