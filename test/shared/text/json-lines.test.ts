import test from 'ava';
import fc from 'fast-check';
import { lineOfPath } from '../../../shared/text/json-lines.ts';

type Path = (string | number)[];

function set(value: unknown, path: Path, marker: string): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return marker;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  (copy as Record<string | number, unknown>)[step] = set(
    (value as Record<string | number, unknown>)[step],
    rest,
    marker,
  );
  return copy;
}

function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  yield path;
  if (typeof value !== 'object' || value === null) return;
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [step, inner] of entries) yield* pathsOf(inner, [...path, step]);
}

test('the line of every value of a document is found, whatever stands in its names and texts', (t) => {
  const marker = 'here it is';
  // An object takes the member __proto__ for something else.
  const values = fc
    .jsonValue({ maxDepth: 4 })
    .filter((value) => !JSON.stringify(value).includes('__proto__'));
  fc.assert(
    fc.property(values, fc.constantFrom(1, 2, '\t'), fc.nat(), (value, indent, choice) => {
      const paths = [...pathsOf(value)];
      const path = paths[choice % paths.length]!;
      const text = JSON.stringify(set(value, path, marker), null, indent);
      const line = text.slice(0, text.indexOf(JSON.stringify(marker))).split('\n').length;
      t.is(lineOfPath(text, path), line);
    }),
    { numRuns: 500 },
  );
});

test('a path that leads nowhere tells the line of what it leads to last, and one line is line 1', (t) => {
  const text = '{\n  "a": {\n    "b": [1,\n 2]\n  }\n}';
  t.is(lineOfPath(text, ['a', 'c', 5]), 2);
  t.is(lineOfPath(text, ['a', 'b', 1]), 4);
  t.is(lineOfPath(text, ['a', 'b', 7]), 3);
  t.is(lineOfPath('{"a":1,"a":[{}]}', ['a', 0]), 1);
  t.is(lineOfPath('  3 ', []), 1);
});
