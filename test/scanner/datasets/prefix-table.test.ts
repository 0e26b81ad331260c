import test from 'ava';
import fc from 'fast-check';
import { PayloadTable } from '../../../scanner/datasets/tables/payload-table.ts';
import { PrefixTable } from '../../../scanner/datasets/tables/prefix-table.ts';
import { PrefixTableBuilder } from '../../../scanner/datasets/tables/prefix-table-builder.ts';
import { longPrefixesBetween, prefixesBetween } from '../../../scanner/datasets/tables/prefixes-between.ts';
import { leadingBits } from '../../../shared/net/prefix.ts';

interface Entry {
  readonly words: readonly number[];
  readonly length: number;
  readonly value: number;
}

/** Few addresses, so that prefixes lie within each other. */
const word = fc.integer({ min: 0, max: 31 }).map((bits) => (bits << 27) >>> 0);
const last = fc.constantFrom(0, 1, 2, 3, 0x8000_0000, 0xffff_fffe, 0xffff_ffff);

function prefixes(words: 1 | 2 | 4): fc.Arbitrary<Entry[]> {
  const start = fc.tuple(
    ...Array.from({ length: words }, (_, at) => (at === words - 1 ? fc.oneof(word, last) : word)),
  );
  const entry = fc
    .record({ start, length: fc.integer({ min: 0, max: words * 32 }), value: fc.integer({ min: 0, max: 5 }) })
    .map(({ start: bits, length, value }) => ({
      words: bits.map((one, at) => leadingBits(one, length - at * 32)),
      length,
      value,
    }));
  return fc.array(entry, { maxLength: 40 });
}

function build(words: 1 | 2 | 4, entries: readonly Entry[]) {
  const builder = new PrefixTableBuilder(words);
  for (const entry of entries) builder.add(entry.words, entry.length, entry.value);
  const table = builder.build();
  // Large tables are searched by an index, small ones without it: here both have their turn.
  return entries.length % 2 === 0 ? table : new PrefixTable(table.columns, 1);
}

const isIn = (address: readonly number[], { words, length }: Entry) =>
  words.every((one, at) => leadingBits(address[at]!, length - at * 32) === one);

for (const words of [1, 2, 4] as const) {
  test(`a table of ${words} words finds what looking at every prefix finds`, (t) => {
    const address = fc.tuple(...Array.from({ length: words }, () => fc.oneof(word, last)));
    fc.assert(
      fc.property(prefixes(words), fc.array(address, { minLength: 1, maxLength: 10 }), (entries, asked) => {
        const table = build(words, entries);
        const { lengths, values } = table.columns;
        for (const one of asked) {
          const around = entries.filter((entry) => isIn(one, entry));
          const narrowest = Math.max(-1, ...around.map(({ length }) => length));
          const found = table.find(one[0]!, one[1], one[2], one[3]);
          t.is(found === -1 ? -1 : lengths[found]!, narrowest);
          const expected = new Set(around.map(({ length, value }) => `${length} ${value}`));
          const covering = table.covering(one, words * 32);
          t.deepEqual(
            covering.map((at) => `${lengths[at]} ${values[at]}`).toSorted(),
            [...expected].toSorted(),
          );
          t.is(covering.length, expected.size, 'none of them twice');
          if (found === -1) continue;
          const origins = new Set(
            around.filter(({ length }) => length === narrowest).map(({ value }) => value),
          );
          t.deepEqual(
            table
              .same(found)
              .map((at) => values[at]!)
              .toSorted(),
            [...origins].toSorted(),
          );
          t.is(table.exact(table.wordsOf(found), narrowest).length, origins.size);
        }
      }),
      { numRuns: 150 },
    );
    t.pass();
  });
}

test('up to the end of a run nothing else is found, and behind it there is another beginning or end', (t) => {
  fc.assert(
    fc.property(prefixes(1), fc.oneof(word, last), (entries, asked) => {
      const table = build(1, entries);
      const until = table.sameUntil([asked], asked);
      t.true(until >= asked);
      const found = table.find(asked);
      for (const at of [until, asked + Math.floor((until - asked) / 2)]) t.is(table.find(at), found);
      const edges = entries.flatMap(({ words: [start = 0], length }) => [start, start + 2 ** (32 - length)]);
      if (until < 0xffff_ffff) t.true(edges.includes(until + 1));
    }),
  );
});

test('payloads validate routes as RFC 6811 has it', (t) => {
  const payload = fc.record({
    bits: word,
    length: fc.integer({ min: 0, max: 32 }),
    more: fc.integer({ min: 0, max: 32 }),
    asn: fc.integer({ min: 0, max: 3 }),
  });
  const route = fc.record({
    bits: fc.oneof(word, last),
    length: fc.integer({ min: 0, max: 32 }),
    origin: fc.integer({ min: 0, max: 3 }),
  });
  let states = new Set<string>();
  fc.assert(
    fc.property(fc.array(payload, { maxLength: 12 }), route, (given, { bits, length, origin }) => {
      const builder = new PrefixTableBuilder(1, true);
      const payloads = given.map((one) => ({
        ...one,
        start: leadingBits(one.bits, one.length),
        most: Math.min(32, one.length + one.more),
      }));
      for (const one of payloads) builder.add([one.start], one.length, one.asn, one.most);
      const table = new PayloadTable(builder.build());
      const start = leadingBits(bits, length);
      const covering = payloads.filter(
        (one) => one.length <= length && leadingBits(start, one.length) === one.start,
      );
      const matches = covering.some((one) => one.asn === origin && origin !== 0 && length <= one.most);
      const expected = matches ? 'valid' : covering.length > 0 ? 'invalid' : 'not_found';
      const state = table.validate([start], length, origin);
      t.is(state.replace(/_(?:origin|length)$/, ''), expected);
      const isKnown = covering.some((one) => one.asn === origin && origin !== 0);
      if (expected === 'invalid') t.is(state, isKnown ? 'invalid_length' : 'invalid_origin');
      states = states.add(state);
    }),
    { numRuns: 1_000 },
  );
  t.is(states.size, 4);
});

test('what one prefix may have is bounded, and what there was no room for counted', (t) => {
  const builder = new PrefixTableBuilder(1);
  for (let value = 0; value < 1_000; value++) builder.add([0], 8, value);
  t.is(builder.build().count, 256);
  t.is(builder.dropped, 744);
});

test('a range is the fewest prefixes that make it up', (t) => {
  const between = (first: number, final: number) =>
    [...prefixesBetween(first, final)].map(({ start, length }) => `${start}/${length}`);
  t.deepEqual(between(0, 2 ** 32 - 1), ['0/0']);
  t.deepEqual(between(1, 6), ['1/32', '2/31', '4/31', '6/32']);
  t.deepEqual(between(2 ** 32 - 1, 2 ** 32 - 1), ['4294967295/32']);
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(5_000), (first, more) => {
      let at = first;
      for (const { start, length } of prefixesBetween(first, first + more)) {
        t.is(start, at);
        t.is(start % 2 ** (32 - length), 0);
        at += 2 ** (32 - length);
      }
      t.is(at, first + more + 1);
      const long = [...longPrefixesBetween(BigInt(first), BigInt(first + more))];
      t.deepEqual(
        long.map(({ start, length }) => `${start}/${length - 96}`),
        between(first, first + more),
      );
    }),
  );
});
