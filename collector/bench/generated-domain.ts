import { numbered, type PseudoRandom } from './pseudo-random.ts';
import { siteWords } from './site-words.ts';

const suffixes =
  'com com com com com com com com net net org org io de de de co.uk co.uk fr nl com.br app it pl es eu ru ch at be se com.au co.jp info'.split(
    ' ',
  );
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Gives the registrable domain of a number, always the same: words and what trades add to them, made-up brands,
 * initials, and one in 200 a row of letters and digits, as trackers and networks of delivery have.
 */
export function generatedDomain(number: number): string {
  const random = numbered(number, 1);
  const suffix = suffixes[random.below(suffixes.length)]!;
  return `${siteLabel(random)}.${suffix}`;
}

/** Draws letters and digits evenly, as machines write them. */
export function drawnText(random: PseudoRandom, length: number): string {
  let text = '';
  while (text.length < length) text += letters[random.below(letters.length)];
  return text;
}

export function oneOf<Value>(random: PseudoRandom, values: readonly Value[]): Value {
  return values[random.below(values.length)]!;
}

function siteLabel(random: PseudoRandom): string {
  const { plain, trades } = siteWords;
  const draw = random.fraction();
  if (draw < 0.24) return oneOf(random, plain) + oneOf(random, plain);
  if (draw < 0.44) return oneOf(random, plain) + oneOf(random, trades);
  if (draw < 0.53)
    return `${oneOf(random, plain)}-${oneOf(random, random.fraction() < 0.5 ? plain : trades)}`;
  if (draw < 0.58) return oneOf(random, plain) + oneOf(random, plain) + oneOf(random, trades);
  if (draw < 0.8) return brand(random, 2 + random.below(2));
  if (draw < 0.88) return brand(random, 1 + random.below(2)) + oneOf(random, trades);
  if (draw < 0.93) return oneOf(random, plain) + (1 + random.below(random.fraction() < 0.7 ? 99 : 2_030));
  if (draw < 0.995) return initials(random) + (random.fraction() < 0.5 ? oneOf(random, trades) : '');
  return drawnText(random, 8 + random.below(7));
}

function brand(random: PseudoRandom, syllables: number): string {
  const { onsets, vowels, codas } = siteWords;
  let name = '';
  for (let syllable = 0; syllable < syllables; syllable++)
    name += oneOf(random, onsets) + oneOf(random, vowels);
  return random.fraction() < 0.5 ? name + oneOf(random, codas) : name;
}

function initials(random: PseudoRandom): string {
  let name = '';
  for (let count = 2 + random.below(3); count > 0; count--) name += letters[random.below(26)];
  return name;
}
