import type { LanguageModel } from './language-model.ts';

/** The model looks at these features of a label, in this order. */
export const featureNames = [
  'surprisal_mean',
  'surprisal_evidence',
  'surprisal_worst_five',
  'length',
  'digit_share',
  'letter_digit_switches',
  'vowel_share',
  'longest_consonant_run',
  'distinct_share',
  'hexadecimal',
  'hyphens',
] as const;
export type FeatureName = (typeof featureNames)[number];

/** Bits a character where reading ends and guessing begins; only a fixed point for `surprisal_evidence`. */
const neutralBits = 4.3;

/** People put a number or a year before or behind what they mean; the rest is what is to be judged. */
function withoutNumber(label: string): string {
  const rest = label.replace(/^\d{1,4}-?(?=[a-z])/, '').replace(/(?<=[a-z])-?\d{1,4}$/, '');
  return rest.length >= 5 ? rest : label;
}

/** Computes the features of a label of lower-case letters, digits and hyphens. */
export function featuresOf(whole: string, language: LanguageModel): number[] {
  const label = withoutNumber(whole);
  const surprisals = language.surprisals(label).slice(0, -1);
  const mean = surprisals.reduce((sum, bits) => sum + bits, 0) / Math.max(1, surprisals.length);
  const letters = label.replace(/[^a-z]/g, '');
  const digits = label.replace(/[^0-9]/g, '');
  return [
    mean,
    // A long label gives more evidence than a short one with the same mean; doubt shrinks with the root of its length.
    (mean - neutralBits) * Math.sqrt(label.length),
    worstFive(surprisals),
    Math.min(label.length, 30),
    digits.length / label.length,
    (label.match(/[a-z](?=[0-9])|[0-9](?=[a-z])/g)?.length ?? 0) / label.length,
    letters.length === 0 ? 0.4 : letters.replace(/[^aeiouy]/g, '').length / letters.length,
    Math.min(8, longest(label, /[bcdfghjklmnpqrstvwxz]+/g)),
    new Set(label).size / Math.min(label.length, 36),
    label.length >= 8 && digits.length > 0 && /^[0-9a-f]+$/.test(label) ? 1 : 0,
    Math.min(3, label.split('-').length - 1),
  ];
}

function worstFive(surprisals: readonly number[]): number {
  let worst = 0;
  for (let index = 0; index < surprisals.length; index++) {
    const window = surprisals.slice(index, index + 5);
    if (window.length < Math.min(5, surprisals.length)) break;
    worst = Math.max(worst, window.reduce((sum, bits) => sum + bits, 0) / window.length);
  }
  return worst;
}

function longest(label: string, pattern: RegExp): number {
  return Math.max(0, ...Array.from(label.matchAll(pattern), ([run]) => run.length));
}
