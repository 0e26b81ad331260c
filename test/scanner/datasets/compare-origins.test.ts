import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import { compareInWorker } from '../../../scanner/datasets/changes/compare-in-worker.ts';
import { compareOrigins } from '../../../scanner/datasets/changes/compare-origins.ts';
import { writeSnapshot } from '../../../scanner/datasets/snapshot/snapshot-file.ts';
import type { PrefixTable } from '../../../scanner/datasets/tables/prefix-table.ts';
import { PrefixTableBuilder } from '../../../scanner/datasets/tables/prefix-table-builder.ts';
import { leadingBits, prefixText } from '../../../shared/net/prefix.ts';

interface Route {
  readonly start: number;
  readonly length: number;
  readonly origin: number;
}

const route = fc
  .record({
    start: fc.integer({ min: 0, max: 15 }).map((bits) => (bits << 28) >>> 0),
    length: fc.integer({ min: 0, max: 8 }),
    origin: fc.integer({ min: 1, max: 4 }),
  })
  .map((one) => ({ ...one, start: leadingBits(one.start, one.length) }));

function build(routes: readonly Route[], words: 1 | 2 = 1): PrefixTable {
  const builder = new PrefixTableBuilder(words);
  for (const { start, length, origin } of routes) builder.add([start, 0].slice(0, words), length, origin);
  return builder.build();
}

function originsBy(routes: readonly Route[], family: 4 | 6): Map<string, string> {
  const text = ({ start, length }: Route) =>
    prefixText({ family, words: [start, 0].slice(0, family === 4 ? 1 : 2), length });
  return new Map(
    [...Map.groupBy(routes, text)].map(([prefix, own]) => [
      prefix,
      [...new Set(own.map(({ origin }) => origin))].toSorted((a, b) => a - b).join(' '),
    ]),
  );
}

test('two tables are compared as looking at every prefix compares them', (t) => {
  fc.assert(
    fc.property(
      fc.array(route, { maxLength: 30 }),
      fc.array(route, { maxLength: 30 }),
      fc.constantFrom<4 | 6>(4, 6),
      (one, other, family) => {
        const compiled = (routes: readonly Route[]) => ({
          v4: family === 4 ? build(routes) : undefined,
          v6: family === 6 ? build(routes, 2) : undefined,
        });
        const told = [...compareOrigins(compiled(one), compiled(other))];
        const [before, after] = [originsBy(one, family), originsBy(other, family)];
        const expected = [...new Set([...before.keys(), ...after.keys()])]
          .map((prefix) => [prefix, before.get(prefix) ?? '', after.get(prefix) ?? ''])
          .filter(([, old, now]) => old !== now);
        t.deepEqual(
          told
            .map(({ prefix, before: old, after: now }) => [prefix, old.join(' '), now.join(' ')])
            .toSorted(),
          expected.toSorted(),
        );
      },
    ),
  );
  t.deepEqual([...compareOrigins({ v4: undefined, v6: undefined }, { v4: undefined, v6: undefined })], []);
});

test('a thread tells many changes in pieces, and a damaged snapshot as a fault', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'sonde-compare-'));
  t.teardown(() => rm(directory, { recursive: true }));
  const write = async (name: string, origin: number) => {
    const routes = Array.from({ length: 2_500 }, (_, at) => ({ start: (at << 8) >>> 0, length: 24, origin }));
    const path = join(directory, name);
    const about = { dataset: 'ris-ipv4', contentHash: name, builtAt: 1, entries: 1, rows: 1 };
    const facts = { ...about, malformedRows: 0, firstMalformed: null, leftOut: 0, publishedAt: null };
    await writeSnapshot(path, {
      about: facts,
      v4: build(routes),
      v6: undefined,
      systems: undefined,
      texts: undefined,
    });
    return path;
  };
  const [before, after] = [await write('one', 1), await write('other', 2)];
  const { signal } = new AbortController();
  const pieces = await Array.fromAsync(compareInWorker({ before, after }, signal));
  t.deepEqual(
    pieces.map((piece) => piece.length),
    [1_000, 1_000, 500],
  );
  t.deepEqual(pieces[0]![1], { prefix: '0.0.1.0/24', before: [1], after: [2] });
  await t.throwsAsync(Array.fromAsync(compareInWorker({ before: `${before}x`, after }, signal)), {
    name: 'DocumentError',
    message: 'A snapshot is gone.',
  });
  await t.throwsAsync(Array.fromAsync(compareInWorker({ before: import.meta.filename, after }, signal)), {
    message: /no snapshot/,
  });
  const given = new AbortController();
  const broken = (async () => {
    for await (const _ of compareInWorker({ before, after }, given.signal)) given.abort(new Error('enough'));
  })();
  await t.throwsAsync(broken, { message: 'enough' });
});
