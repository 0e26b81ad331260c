import { domainToASCII } from 'node:url';
import test from 'ava';
import fc from 'fast-check';
import { namehash, normalizeName, wireName } from '../../../scanner/names/ethereum/namehash.ts';

const normalized = (name: string) => {
  const read = normalizeName(name);
  return 'name' in read ? read.name : undefined;
};

/** Cases of the rules of ENSIP-15, section by section. */
const kept: readonly (readonly [string, string, string])[] = [
  ['letters in lower case', 'nICk.eTh', 'nick.eth'],
  ['compatibility forms', 'ｎｉｃｋ.eth', 'nick.eth'],
  ['composed letters', 'cafe\u0301.eth', 'caf\u00e9.eth'],
  ['characters that are ignored', 'ni\u00adck\u200b.eth', 'nick.eth'],
  ['hyphens of other kinds', 'a\u2010b.eth', 'a-b.eth'],
  ['apostrophes of one kind', "a'b.eth", 'a\u2019b.eth'],
  ['underscores at the start', '__ab.eth', '__ab.eth'],
  ['a dollar at the start', '$ab.eth', '$ab.eth'],
  ['emoji without their presentation', '1\ufe0f\u20e3.eth', '1\u20e3.eth'],
  ['emoji of several people', '\u{1f468}\u200d\u{1f4bb}.eth', '\u{1f468}\u200d\u{1f4bb}.eth'],
  ['flags', '\u{1f1fa}\u{1f1f8}.eth', '\u{1f1fa}\u{1f1f8}.eth'],
  [
    'one script for a label',
    '\u043f\u0440\u0438\u0432\u0435\u0442.eth',
    '\u043f\u0440\u0438\u0432\u0435\u0442.eth',
  ],
  ['scripts that are written together', '\u65e5\u672c\u3054.eth', '\u65e5\u672c\u3054.eth'],
  ['the small xi at the end of the Ether sign', '\u039e1.eth', '\u03be1.eth'],
];
for (const [what, given, expected] of kept) {
  test(`ENSIP-15 keeps ${what}`, (t) => {
    t.is(normalized(given), expected);
  });
}

const refused: readonly (readonly [string, string])[] = [
  ['empty labels', 'a..eth'],
  ['an empty label at the end', 'a.eth.'],
  ['underscores within', 'a_b.eth'],
  ['blanks', 'a b.eth'],
  ['a joiner between letters', 'a\u200db.eth'],
  ['hyphens where Punycode has them', 'ab--cd.eth'],
  ['Punycode itself', 'xn--caf-dma.eth'],
  ['letters of two scripts', '\u0430pple.eth'],
  ['a whole label that looks like another script', '\u0440\u0430\u0443\u0440\u0430\u04cf.eth'],
  ['a mark at the start', '\u0301a.eth'],
  ['a mark upon an emoji', '\u{1f4a9}\u0301.eth'],
  ['an apostrophe at the start', "'ab.eth"],
  ['an apostrophe at the end', "ab'.eth"],
  ['two apostrophes side by side', "a''b.eth"],
  ['slashes', 'a/b.eth'],
  ['characters that turn the direction', 'a\u202eb.eth'],
  ['a character that is none', 'a\ud800.eth'],
];
for (const [what, given] of refused) {
  test(`ENSIP-15 refuses ${what}`, (t) => {
    const read = normalizeName(given);
    t.true('reason' in read, JSON.stringify(read));
    t.true('reason' in read && read.reason.length > 0);
  });
}

test('whatever is normalised stays as it is, is composed, and has whole labels that a resolver can take', (t) => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.constantFrom('Nick', 'ETH', '\u{1f468}\u200d\u{1f4bb}', '\u0661', "o'n", '_x', 'a-b', 'caf\u00e9'),
  );
  let valid = 0;
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), (labels) => {
      const name = normalized(labels.join('.'));
      if (name === undefined) return;
      valid++;
      t.is(normalized(name), name);
      t.is(name.normalize('NFC'), name);
      t.true(name.split('.').every((label) => label !== '' && !/[A-Z\s\p{Cc}]/u.test(label)));
      t.is(namehash(name).length, 32);
      t.is(wireName(name).at(-1), 0);
    }),
    { numRuns: 500 },
  );
  t.true(valid > 20);
});

test('for plain labels the rules are those of host names', (t) => {
  const part = fc.stringMatching(/^[A-Za-z0-9]{1,8}$/);
  const label = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('-'));
  fc.assert(
    fc.property(label, label, (one, other) => {
      // A last label such as 0x would make it an address.
      const name = `${one}.${other}.eth`;
      t.is(normalized(name), domainToASCII(name));
    }),
  );
});

test('the case and the form in which a name is written lead to one node', (t) => {
  const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
  fc.assert(
    fc.property(word, (text) => {
      const forms = [text, text.toUpperCase(), [...text].map((letter) => wide(letter)).join('')];
      const nodes = forms.map((form) => Buffer.from(namehash(normalized(`${form}.eth`)!)).toString('hex'));
      t.is(new Set(nodes).size, 1);
    }),
  );
});

/** The full-width form of a letter or digit. */
function wide(letter: string): string {
  return String.fromCodePoint(letter.codePointAt(0)! - 0x21 + 0xff01);
}
