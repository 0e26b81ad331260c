import test from 'ava';
import fc from 'fast-check';
import { excerptOf } from '../../dashboard/domain/file-excerpt.ts';

test('the line of a fault is cut out, with what is meant', (t) => {
  const lines = ['options {', '  no-such-option yes;  ', '', `${'a'.repeat(200)} b`];
  const end = (line: number, column: number) => ({ line, column });
  t.deepEqual(excerptOf(lines, { line: 2, column: 3, end: end(2, 17) }), {
    before: '',
    marked: 'no-such-option',
    after: ' yes;',
  });
  // Of what only begins somewhere the word is meant, and without a column the line.
  t.is(excerptOf(lines, { line: 2, column: 18 })!.marked, 'yes;');
  t.is(excerptOf(lines, { line: 1, column: null })!.marked, 'options {');
  // What goes on behind the line ends with a word of it.
  t.is(excerptOf(lines, { line: 1, column: 1, end: end(5, 2) })!.marked, 'options');
  t.is(excerptOf(lines, { line: 3, column: 1 }), undefined);
  t.is(excerptOf(lines, { line: 9, column: 1 }), undefined);
  const long = excerptOf(lines, { line: 4, column: 1 })!;
  t.is(long.marked.length, 121);
  t.is(excerptOf(lines, { line: 4, column: 202 })!.before.length, 61);
});

test('an excerpt of any line at any place is short, and all of a short line', (t) => {
  const place = fc.integer({ min: -3, max: 400 });
  fc.assert(
    fc.property(fc.string({ maxLength: 300, unit: 'binary' }), place, place, (text, from, to) => {
      const excerpt = excerptOf([text], { line: 1, column: from, end: { line: 1, column: to } });
      if (excerpt === undefined) return t.is(text.trimEnd(), '');
      const { before, marked, after } = excerpt;
      t.true(before.length <= 61 && marked.length <= 121 && after.length <= 61);
      if (text.length <= 60) t.is((before + marked + after).trim(), text.trim());
    }),
  );
});
