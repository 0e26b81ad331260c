import test from 'ava';
import fc from 'fast-check';
import { entryWords, RecentTransactions } from '../../../sensor/pairing/recent-transactions.ts';
import { slotWords, word } from '../../../sensor/pairing/slot.ts';
import { TransactionTable } from '../../../sensor/pairing/transaction-table.ts';

/** Entries that the ring holds. */
const capacity = 4_096;

function idsOf(recent: RecentTransactions, hash: number): number[] {
  const ids: number[] = [];
  for (let entry = recent.first(hash); entry >= 0; entry = recent.following(entry, hash))
    ids.push(recent.responseTime(entry));
  return ids;
}

test('it knows the newest of each hash first, and forgets all but the last ones', (t) => {
  const table = new TransactionTable(1);
  const property = fc.property(fc.array(fc.nat(400), { minLength: 1, maxLength: 60 }), (pattern) => {
    const recent = new RecentTransactions();
    const added: number[] = [];
    for (let index = 0; index < 2 * capacity + 100; index++) {
      const hash = Math.imul(pattern[index % pattern.length]! + index, 0x9e3779b1);
      recent.add(table, 0, hash, index, 0, index, 1);
      added.push(hash);
    }
    const kept = added.slice(-capacity);
    return [...new Set([...kept.slice(-50), ...kept.slice(0, 50), added[0]!])].every((hash) => {
      const expected = kept.flatMap((own, index) => (own === hash ? [added.length - capacity + index] : []));
      return idsOf(recent, hash).join() === expected.reverse().slice(0, 64).join();
    });
  });
  fc.assert(property, { numRuns: 30 });
  t.pass();
});

test('nothing is found before anything was added', (t) => {
  const recent = new RecentTransactions();
  for (const hash of [0, 1, -1, 4_095, 4_096, 0x7fff_ffff]) t.is(recent.first(hash), -1);
});

test('however many share a hash, few are looked at', (t) => {
  const recent = new RecentTransactions();
  const table = new TransactionTable(1);
  for (let index = 0; index < 3_000; index++) recent.add(table, 0, 7, index, 0, 0, 1);
  t.is(idsOf(recent, 7).length, 64);
  t.is(idsOf(recent, 7)[0], 2_999);
});

test('an entry holds what its slot is known by, and where its row is while that is in the buffer', (t) => {
  const recent = new RecentTransactions();
  const table = new TransactionTable(4);
  const slot = 2;
  for (let index = 0; index < slotWords; index++) table.words[slot * slotWords + index] = index * 7;
  table.words[slot * slotWords + word.nameLength] = 61;
  recent.add(table, slot, 99, 5, 77, 1_234, 3);
  const entry = recent.first(99);
  const kept = [word.observedAt, word.observedAt + 1, word.kinds, word.ports, word.idAndFlags];
  kept.push(word.typeAndClass, word.identificationAndHops, word.nameLength);
  for (let index = 0; index < 8; index++) kept.push(word.addresses + index);
  for (let index = 0; index < 16; index++) kept.push(word.name + index);
  for (const index of kept)
    t.is(recent.words[entry * entryWords + index], table.words[slot * slotWords + index], `${index}`);
  t.is(recent.answer(entry), 77);
  t.is(recent.rowIn(3, entry), 1_234);
  t.is(recent.rowIn(4, entry), -1);
});
