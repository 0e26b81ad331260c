import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { z } from 'zod';
import { endpoints } from '../../../../collector/endpoints/index.ts';
import { compileFit } from '../../../../collector/http/answer/compile-fit.ts';
import { arbitraryInput } from '../../../support/contracts/arbitrary-from-schema.ts';

/** Something that one answer in a thousand has in a place by mistake. */
const odd = fc.oneof(
  fc.constantFrom(undefined, null, '', 'a', 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, true),
  fc.constantFrom('2026-02-30T00:00:00.000Z', '2026-03-14T09:26:53Z', '2026-03-14T09:26:53.589Z'),
  fc.constantFrom(new Date(0), new Map(), [], [undefined], {}, { hash: 'secret' }),
);

/** The value with something odd in the place of one of its parts, or beside them. */
function spoilt(value: unknown, place: number, something: unknown): unknown {
  if (place <= 0 || typeof value !== 'object' || value === null) return something;
  if (Array.isArray(value)) {
    if (value.length === 0) return [something];
    return value.map((part, index) =>
      index === place % value.length ? spoilt(part, place >> 1, something) : part,
    );
  }
  const names = [...Object.keys(value), 'undeclared'];
  const name = names[place % names.length]!;
  return { ...value, [name]: spoilt((value as Record<string, unknown>)[name], place >> 1, something) };
}

const schema = z.object({
  id: z.int().min(1),
  name: z.string(),
  at: z.iso.datetime({ precision: 3 }).nullable(),
  kinds: z.array(z.enum(['a', 'b'])).optional(),
});
const good = { id: 1, name: 'x', at: '2026-03-14T09:26:53.589Z', kinds: ['a'] };

/** Throws unless what fits is taken by the schema as it is. */
function checkAgainst(
  t: ExecutionContext,
  contract: z.ZodType,
  values: fc.Arbitrary<unknown>,
  runs: number,
): void {
  const fits = compileFit(contract)!;
  const check = (value: unknown, place: number, something: unknown) => {
    for (const result of [value, spoilt(value, place, something)]) {
      if (!fits(result)) continue;
      const parsed = contract.safeParse(result);
      t.true(parsed.success);
      t.deepEqual(JSON.parse(JSON.stringify(result)), JSON.parse(JSON.stringify(parsed.data)));
    }
  };
  fc.assert(fc.property(values, fc.nat(255), odd, check), { numRuns: runs });
}

test('what fits is written as the schema would write it, whatever is wrong with it', (t) => {
  const contract = z.object({
    count: z.number(),
    list: z.array(schema),
    own: schema.nullable(),
    more: z.record(z.string(), z.unknown()),
    counts: z.record(z.string(), z.int().nullable()).optional(),
    day: z.iso.date(),
    success: z.literal(true),
    answer: z.literal(['yes', 2, null]),
  });
  checkAgainst(t, contract, arbitraryInput(contract), 300);
});

test('so it is for answers of the table', (t) => {
  const families = new Set<string>();
  for (const { response, family } of endpoints) {
    if (families.has(family) || compileFit(response) === undefined) continue;
    const values = madeUp(response);
    if (values === undefined) continue;
    families.add(family);
    checkAgainst(t, response, values, 20);
  }
  t.true(families.size > 3);
});

/** Values that fit; undefined for a schema without examples of what JSON Schema can't say. */
function madeUp(response: z.ZodType): fc.Arbitrary<unknown> | undefined {
  try {
    return arbitraryInput(response);
  } catch {
    return undefined;
  }
}

test('answers as they should be fit', (t) => {
  const fits = compileFit(schema)!;
  t.true(fits(good));
  t.true(fits({ ...good, at: null, kinds: undefined }));
  const { kinds: _, ...without } = good;
  t.true(fits(without));
});

test('answers that the schema would refuse or change do not', (t) => {
  const fits = compileFit(schema)!;
  const { name: _, ...nameless } = good;
  // biome-ignore lint/suspicious/noSparseArray: a hole is what is tried
  const others = [nameless, { ...good, kinds: [,] }, Object.assign(Object.create({ hash: 'a' }), good)];
  const changes = [
    { id: 0 },
    { id: 1.5 },
    { name: 5 },
    { at: '2026-02-30T00:00:00.000Z' },
    { kinds: ['c'] },
    { hash: 'a' },
  ];
  for (const value of [...others, ...changes.map((change) => ({ ...good, ...change })), [good], null, 'a']) {
    t.false(fits(value));
  }
});

test('a moment fits where its schema takes it', (t) => {
  for (const contract of [
    z.iso.datetime({ precision: 3 }),
    z.iso.datetime(),
    z.iso.datetime({ precision: 0 }),
    z.iso.datetime({ offset: true, local: true }),
  ]) {
    const fits = compileFit(contract)!;
    const moment = fc.date({ min: new Date(0), noInvalidDate: true }).map((date) => date.toISOString());
    const character = fc.constantFrom(...'0123456789-T:.Zz+ ');
    const check = (written: string, at: number, other: string) => {
      const changed = written.slice(0, at) + other + written.slice(at + 1);
      for (const text of [written, changed, written.slice(1), `${written}Z`]) {
        t.is(fits(text), contract.safeParse(text).success, text);
      }
    };
    fc.assert(fc.property(moment, fc.nat(23), character, check), { numRuns: 400 });
  }
});

test('schemas that only parsing can tell are left to it', (t) => {
  for (const kind of [
    z.record(z.string().min(2), z.int()),
    z.record(z.enum(['a', 'b']), z.int()),
    z.union([z.string(), z.int()]),
    z.looseObject({ a: z.int() }),
    z.object({ a: z.int() }).refine(() => true),
    z.array(z.int()).max(3),
    z.string().transform((text) => text.length),
  ]) {
    t.is(compileFit(kind), undefined);
    t.is(compileFit(z.object({ kind })), undefined);
  }
  t.false(compileFit(z.string().trim())!(' a '));
});
