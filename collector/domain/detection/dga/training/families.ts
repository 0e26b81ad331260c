import { createHash } from 'node:crypto';
import type { SeededRandom } from './seeded-random.ts';
import { wordLists } from './word-lists.ts';

/**
 * A family is a domain generator after the published descriptions of malware families (analyses and takedown reports):
 * the alphabet, the lengths and the way of composition, with a random generator of ours. The generators give the shape
 * of the names, not the names that a family would ask for on a given day.
 */
export interface Family {
  readonly name: string;
  /** `random`: evenly drawn characters. `spoken`: consonants and vowels in turn. `words`: words put together. */
  readonly kind: 'random' | 'spoken' | 'words';
  /** Whether the model was trained on it; the others measure what it knows of families that it has never met. */
  readonly trained: boolean;
  readonly label: (random: SeededRandom) => string;
  /** The labels of one infection one after the other, if they depend on each other. */
  readonly burst?: (random: SeededRandom, count: number) => string[];
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const consonants = 'bcdfghjklmnpqrstvwxz';
const vowels = 'aeiou';

const even = (alphabet: string, least: number, most: number) => (random: SeededRandom) =>
  random.text(alphabet, random.between(least, most));

const hashed = (algorithm: string, length: number) => (random: SeededRandom) =>
  createHash(algorithm).update(String(random.next())).digest('hex').slice(0, length);

/** A consonant and a vowel in turn; with `eitherWay`, each pair the one way round or the other. */
const spoken =
  (pairs: readonly [least: number, most: number], sounds: string, eitherWay = false) =>
  (random: SeededRandom) => {
    let label = '';
    for (let count = random.between(...pairs); count > 0; count--) {
      const pair = [random.of(consonants), random.of(sounds)];
      label += (eitherWay && random.next() < 0.5 ? pair.reverse() : pair).join('');
    }
    return label;
  };

/** Even letters, and an ending that a generator with little state falls into again and again. */
const withFewTails = (random: SeededRandom): string =>
  random.text(letters, random.between(3, 7)) +
  random.of(['', 'xk', 'ieq', 'sgoa', 'uqrwo', 'anutnan', 'jciwolap']);

const joined =
  (lists: readonly (readonly string[])[], mark = '') =>
  (random: SeededRandom) =>
    lists.map((list) => random.of(list)).join(mark);

/** Draws letters by a chain that favours some successors, as multiplicative generators without enough state do. */
const chained = (random: SeededRandom) => {
  let label = random.of(letters);
  const length = random.between(7, 12);
  while (label.length < length) {
    const code = label.charCodeAt(label.length - 1) - 97;
    label += letters[(code * 7 + random.between(0, 11)) % 26];
  }
  return label;
};

const { adjectives, nouns, verbs } = wordLists;

/** Tells whether a word is as long as the words of the published lists. */
const isLong = (word: string): boolean => word.length >= 4;

/** Two words by the bits of a number that counts up: neighbours share words. */
const counted =
  (first: readonly string[], second: readonly string[]) =>
  (random: SeededRandom, count: number): string[] => {
    const from = random.between(0, 0x7fff);
    return Array.from({ length: count }, (_, index) => {
      const bits = (from + index) & 0x7fff;
      const even = gathered(bits, 0);
      const odd = gathered(bits, 1);
      return first[even % first.length]! + second[odd % second.length]!;
    });
  };

/** Every second bit of 16, packed. */
function gathered(bits: number, offset: number): number {
  let result = 0;
  for (let place = 0; place < 8; place++) result |= ((bits >> (place * 2 + offset)) & 1) << place;
  return result;
}

/** One ending for all, behind letters that change. */
const withOneTail = (random: SeededRandom, count: number): string[] => {
  const tail = joined([nouns, verbs, nouns])(random);
  return Array.from({ length: count }, () => random.text(letters, 4) + tail);
};

export const families: readonly Family[] = [
  { name: 'conficker', kind: 'random', trained: true, label: even(letters, 8, 11) },
  { name: 'cryptolocker', kind: 'random', trained: true, label: even(letters.slice(0, 25), 12, 15) },
  { name: 'necurs', kind: 'random', trained: true, label: even(letters, 7, 21) },
  { name: 'murofet', kind: 'random', trained: true, label: even(letters + digits, 16, 28) },
  { name: 'bamital', kind: 'random', trained: true, label: hashed('md5', 32) },
  { name: 'shiotob', kind: 'random', trained: true, label: even(`${letters}123459`, 10, 15) },
  { name: 'ramnit', kind: 'random', trained: false, label: even(letters.slice(0, 25), 8, 19) },
  { name: 'ranbyus', kind: 'random', trained: false, label: even(letters.slice(0, 25), 14, 14) },
  { name: 'tinba', kind: 'random', trained: false, label: even(letters.slice(1, 25), 12, 12) },
  { name: 'qakbot', kind: 'random', trained: false, label: even(letters, 8, 25) },
  { name: 'dircrypt', kind: 'random', trained: false, label: even(letters, 8, 20) },
  { name: 'locky', kind: 'random', trained: false, label: even(letters.slice(0, 25), 7, 17) },
  { name: 'emotet', kind: 'random', trained: false, label: even(letters.slice(0, 25), 16, 16) },
  { name: 'fobber', kind: 'random', trained: false, label: even(letters, 10, 17) },
  {
    name: 'newgoz',
    kind: 'random',
    trained: false,
    label: (r) => r.text(letters + digits, r.between(20, 28)),
  },
  { name: 'chinad', kind: 'random', trained: false, label: even(letters + digits, 16, 16) },
  {
    name: 'corebot',
    kind: 'random',
    trained: false,
    label: even(`${letters.slice(0, 24)}${digits}`, 12, 23),
  },
  { name: 'dyre', kind: 'random', trained: false, label: (r) => r.of(letters) + hashed('sha256', 33)(r) },
  { name: 'monerominer', kind: 'random', trained: false, label: hashed('md5', 13) },
  { name: 'padcrypt', kind: 'random', trained: false, label: even('abcdefklmno', 16, 24) },
  { name: 'nymaim', kind: 'random', trained: false, label: even(letters, 7, 11) },
  { name: 'proslikefan', kind: 'random', trained: false, label: chained },
  { name: 'pykspa', kind: 'random', trained: false, label: withFewTails },
  {
    name: 'simda',
    kind: 'spoken',
    trained: false,
    label: (r) => spoken([3, 5], `${vowels}y`)(r) + r.of(consonants),
  },
  { name: 'symmi', kind: 'spoken', trained: false, label: spoken([4, 7], vowels, true) },
  {
    name: 'banjori',
    kind: 'words',
    trained: false,
    label: (r) => r.text(letters, 4) + joined([nouns, verbs])(r),
    burst: withOneTail,
  },
  {
    name: 'suppobox',
    kind: 'words',
    trained: false,
    label: joined([adjectives, nouns]),
    burst: counted(verbs.filter(isLong), nouns.filter(isLong)),
  },
  { name: 'matsnu', kind: 'words', trained: false, label: joined([verbs, nouns, verbs]) },
  { name: 'rovnix', kind: 'words', trained: false, label: joined([nouns, adjectives, verbs, nouns]) },
];
