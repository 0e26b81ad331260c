import test from 'ava';
import fc from 'fast-check';
import {
  always,
  type JsonField,
  jsonWriter,
  listOf,
} from '../../../../../shared/sinks/presentations/json-writer.ts';
import { mappingOf } from '../../../../../shared/sinks/presentations/presentation.ts';

type Item = Readonly<Record<string, unknown>>;

const names = ['a', 'b.c', 'b.d.e', 'b.d.f', 'g', 'h.i', 'h.j', 'k'];
const value = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    true,
    false,
    0,
    -1,
    9,
    10,
    2 ** 53 - 1,
    -(2 ** 53),
    1e21,
    0.1,
    Number.NaN,
    '',
    '"',
    '\\',
    '\u007f',
  ),
  fc.integer(),
  fc.double(),
  fc.string({ unit: 'binary' }),
  fc.constant('x'.repeat(20_000)),
  fc.array(fc.oneof(fc.string(), fc.integer())),
  fc.dictionary(fc.string(), fc.string()),
);
const item: fc.Arbitrary<Item> = fc.record(Object.fromEntries(names.map((name) => [name, value])));

/** What is written, as a text. */
function textWriter<Written>(fields: readonly JsonField<Written>[], how: { readonly isNested: boolean }) {
  const write = jsonWriter(fields, how);
  const { texts } = mappingOf<Written>([], (output, given, ended) => {
    write(output, given);
    ended();
  });
  return (given: Written) => texts(given)[0];
}

/** The same by way of objects. */
function byObjects(given: Item): unknown {
  const document: Record<string, unknown> = {};
  for (const name of names) {
    if (given[name] === undefined) continue;
    const path = name.split('.');
    let at = document;
    for (const step of path.slice(0, -1)) {
      at[step] ??= {};
      at = at[step] as Record<string, unknown>;
    }
    at[path.at(-1)!] = given[name];
  }
  return document;
}

const plain = names.map((name): JsonField<Item> => ({ name, value: (given) => given[name] }));

test('what is written reads as what JSON.stringify writes of the same objects', (t) => {
  const write = textWriter(plain, { isNested: true });
  const writeFlat = textWriter(plain, { isNested: false });
  fc.assert(
    fc.property(item, (given) => {
      t.is(write(given), JSON.stringify(byObjects(given)));
      t.is(writeFlat(given), JSON.stringify(given));
    }),
    { numRuns: 300 },
  );
});

test('members that are kept for what they depend on are the same as those that are not', (t) => {
  const kinds = fc.constantFrom('x', 'y', 1, undefined);
  const by = ({ kind }: Item) => kind as string | number | undefined;
  const fields = plain.map((field, index): JsonField<Item> => (index % 3 === 0 ? field : { ...field, by }));
  const write = textWriter<Item>([{ name: 'v', value: () => 1, by: always }, ...fields], { isNested: true });
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('x', 'y', '1'), item),
      fc.array(kinds),
      item,
      (shared, order, own) => {
        // Of one kind all are alike, but for the fields that depend on nothing.
        const writeThese = textWriter(fields, { isNested: true });
        for (const kind of order) {
          const given = { ...own, ...shared[String(kind)] };
          t.is(writeThese({ ...given, kind }), JSON.stringify(byObjects(given)));
        }
      },
    ),
    { numRuns: 100 },
  );
  t.is(write({}), '{"v":1}');
});

test('what is kept has a bound, and what comes after is written all the same', (t) => {
  const fields: JsonField<Item>[] = [
    { name: 'n', value: ({ text }) => text, by: ({ text }) => text as string },
  ];
  const write = textWriter(fields, { isNested: false });
  const texts = Array.from({ length: 300 }, (_, index) => `${index}`.repeat(4_000));
  for (const text of [...texts, ...texts]) t.is(write({ text }), JSON.stringify({ n: text }));
});

test('an item whose value cannot be had leaves nothing for the next', (t) => {
  const value = ({ fails }: Item) => {
    if (fails === true) throw new RangeError('no value');
    return 1;
  };
  const write = textWriter<Item>(
    [
      { name: 'a', value: () => 1 },
      { name: 'b', value },
    ],
    { isNested: true },
  );
  t.throws(() => write({ fails: true }), { instanceOf: RangeError });
  t.is(write({}), '{"a":1,"b":1}');
});

test('lists of objects are written in place', (t) => {
  const write = textWriter<readonly Item[]>(
    [{ name: 'list', value: (items) => items, write: listOf([{ name: 'a', value: ({ a }: Item) => a }]) }],
    { isNested: true },
  );
  t.is(write([]), '{"list":[]}');
  t.is(write([{ a: 1 }, {}, { a: 'ü' }]), '{"list":[{"a":1},{},{"a":"ü"}]}');
});
