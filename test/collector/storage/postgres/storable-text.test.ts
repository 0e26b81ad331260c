import test from 'ava';
import fc from 'fast-check';
import { storableJson, storableText } from '../../../../collector/storage/postgres/storable-text.ts';

const anyText = fc.string({
  unit: fc.constantFrom('a', 'ü', '\u20ac', '\u{1f600}', '\0', '\ud83d', '\udc00'),
});

test('text is well formed, holds no zero and stays within its bytes', (t) => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 0, max: 40 }), (text, longest) => {
      const stored = storableText(text, longest);
      t.true(stored.isWellFormed());
      t.false(stored.includes('\0'));
      t.true(Buffer.byteLength(stored) <= longest);
      const whole = storableText(text, 1_000);
      t.true(whole.startsWith(stored) || stored.endsWith('\ufffd'));
    }),
  );
});

test('text that can be held stays as it is', (t) => {
  for (const text of ['', 'www.example.net', 'gr\u00fc\u00df \u{1f600}']) t.is(storableText(text, 64), text);
  t.is(storableText('\u20ac\u20ac', 5), '\u20ac');
  t.is(storableText('\u{1f600}', 3), '');
});

test('JSON is cleaned within its strings alone', (t) => {
  const value = { number: 1, text: 'a\0b', list: ['\ud83d', null, true], escaped: '\\u0000' };
  t.deepEqual(JSON.parse(storableJson(value)), { ...value, text: 'a\ufffdb', list: ['\ufffd', null, true] });
});
