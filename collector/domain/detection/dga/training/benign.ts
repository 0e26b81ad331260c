import { abbreviatedKinds } from './abbreviations.ts';
import type { BenignKind } from './benign-kind.ts';
import type { LocaleWords } from './locale-words.ts';
import type { SeededRandom } from './seeded-random.ts';
import { wordLists } from './word-lists.ts';

const split = (text: string): readonly string[] => text.trim().split(/\s+/);
const initials = split('b p m f d t n l g k h j q x zh ch sh r z c s y w');
const finals = split(
  'a o e i u ai ei ao ou an en ang eng ong ia ie iao iu ian in iang ing ua uo uai ui uan un uang',
);
const romaji =
  split(`ka ki ku ke ko sa shi su se so ta chi tsu te to na ni nu ne no ha hi fu he ho ma mi mu me mo ya
  yu yo ra ri ru re ro wa ga gi gu ge go za ji zu ze zo da de do ba bi bu be bo a i u e o n kyo sho ryu`);
const onsets = split(
  'b br c ch cl d dr f fl fr g gl gr h j k kl l m n p pl pr qu r s sh sk sl sp st t th tr v w z x',
);
const rhymes = split(
  'a ado al an ar ax e ea el en er ex i ia ify in io ish ix o ola on or os ova u um us y ly zy',
);

/** Languages that the model never sees: they say what becomes of those that nobody thought of. */
const untrained: ReadonlySet<string> = new Set(['dutch', 'swedish']);

const { adjectives, nouns, verbs, trade } = wordLists;
const endings = (random: SeededRandom): string =>
  random.next() < 0.7
    ? ''
    : random.of(['1', '24', '365', '2', '360', '4u', 's', '99', '123', '2000', 'x', '21']);

/**
 * Makes the kinds of names that people choose. `words`, a dictionary's words in lower case, one list for each language,
 * come from outside and are not part of the repository; `suffixes` are the labels of the Public Suffix List.
 */
export function benignKinds(
  dictionaries: ReadonlyMap<string, readonly string[]>,
  suffixes: readonly string[],
  locales: readonly LocaleWords[] = [],
): BenignKind[] {
  const kinds: BenignKind[] = [
    ...abbreviatedKinds,
    {
      name: 'two words',
      trained: true,
      label: (r) => r.of([adjectives, nouns, verbs][r.between(0, 2)]!) + r.of(nouns) + endings(r),
    },
    {
      name: 'word and trade',
      trained: true,
      label: (r) => r.of(nouns) + r.of(['', '-']) + r.of(trade) + endings(r),
    },
    { name: 'brand of syllables', trained: true, label: (r) => syllables(r, onsets, rhymes, 2, 3) },
    {
      name: 'brand and trade',
      trained: true,
      label: (r) => syllables(r, onsets, rhymes, 1, 2) + r.of(['', '-']) + r.of(trade),
    },
    { name: 'pinyin', trained: true, label: (r) => syllables(r, initials, finals, 2, 4) },
    { name: 'romaji', trained: false, label: (r) => syllables(r, romaji, romaji, 2, 3) },
    { name: 'numbered', trained: true, label: (r) => r.of(trade) + r.of(nouns) + r.between(1, 9_999) },
    { name: 'public suffixes', trained: true, label: (r) => r.of(suffixes) },
  ];
  for (const [language, words] of dictionaries) {
    const trained = !untrained.has(language);
    kinds.push(
      { name: `${language} word`, trained, label: (r) => r.of(words) },
      { name: `${language} words`, trained, label: (r) => r.of(words) + r.of(['', '', '-']) + r.of(words) },
    );
  }
  for (const [name, trained] of [
    ['words of other languages', true],
    ['words of languages not trained on', false],
  ] as const) {
    const lists = locales.filter(({ taught }) => taught === trained).map(({ words }) => words);
    if (lists.length === 0) continue;
    kinds.push({ name, trained, label: (r) => severalWords(r, r.of(lists)) });
  }
  return kinds;
}

function severalWords(random: SeededRandom, words: readonly string[]): string {
  const word = random.of(words);
  return random.next() < 0.5 ? word : word + random.of(['', '', '-']) + random.of(words);
}

function syllables(
  random: SeededRandom,
  heads: readonly string[],
  tails: readonly string[],
  least: number,
  most: number,
): string {
  let label = '';
  for (let count = random.between(least, most); count > 0; count--)
    label += random.of(heads) + random.of(tails);
  return label;
}
