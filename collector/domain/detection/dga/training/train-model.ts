import { type StoredModel, shortestJudged } from '../dga-model.ts';
import { featureNames, featuresOf } from '../features.ts';
import { LanguageModel, trainLanguageModel } from '../language-model.ts';
import type { BenignKind } from './benign-kind.ts';
import { families } from './families.ts';
import { fitLogistic } from './logistic.ts';
import { SeededRandom } from './seeded-random.ts';

export const modelVersion = 3;

/**
 * This share of the names that people chose may be flagged. An alert needs five flagged names among ten, and P(X >= 5)
 * for ten draws at 2 % is 7 in ten million: the share of one name may be far above that of an alert.
 */
const acceptedFlags = 0.02;

/**
 * Languages and abbreviations that the material lacks score higher than what it has. A client's verdict rests on five names
 * among ten, so that it costs hardly any infected client when one generated name in ten passes for a person's.
 */
const leastThreshold = 0.7;

export interface TrainingSize {
  /** Labels for the language model, for fitting, and for choosing the threshold; of each kind. */
  readonly language: number;
  readonly fit: number;
}

/**
 * Trains the model anew: the language model on some material, the judgement on other material of the same kinds, lest
 * it takes what it has merely seen for what is readable. The same material and size give the same model.
 */
export function trainModel(
  material: { readonly language: readonly BenignKind[]; readonly fit: readonly BenignKind[] },
  size: TrainingSize,
): StoredModel {
  const trained = material.fit.filter((kind) => kind.trained);
  const random = new SeededRandom(20_260);
  const table = trainLanguageModel(
    (function* () {
      for (const kind of material.language.filter((kind) => kind.trained))
        for (let count = 0; count < size.language; count++) yield kind.label(random);
    })(),
  );
  const language = new LanguageModel(table);
  const benign = trained.flatMap((kind) => labels(kind, size.fit, random));
  const made = families
    .filter((family) => family.trained)
    .flatMap((family) => labels(family, size.fit, random));
  // As many of either, whatever the number of kinds and families.
  while (made.length < benign.length) made.push(made[random.between(0, made.length - 1)]!);
  const rows = [...benign, ...made].map((label) => featuresOf(label, language));
  const outcomes = rows.map((_, index) => index >= benign.length);
  const { bias, weights, means, scales } = fitLogistic(rows, outcomes);
  const odds = (label: string): number =>
    featuresOf(label, language).reduce(
      (sum, value, at) => sum + (weights[at]! * (value - means[at]!)) / scales[at]!,
      bias,
    );
  const scores = trained
    .flatMap((kind) => labels(kind, size.fit, random))
    .map((label) => 1 / (1 + Math.exp(-odds(label))))
    .sort((a, b) => b - a);
  return {
    version: modelVersion,
    summary: 'Logistic regression on features of the registrable label; see docs/detection-evaluation.md.',
    threshold: Math.max(leastThreshold, rounded(scores[Math.floor(scores.length * acceptedFlags)]!)),
    bias: rounded(bias),
    features: featureNames.map((name, at) => ({
      name,
      weight: rounded(weights[at]!),
      mean: rounded(means[at]!),
      scale: rounded(scales[at]!),
    })),
    trigrams: Buffer.from(table).toString('base64'),
  };
}

/** Makes labels that are long enough to be judged. */
export function labels(
  kind: { readonly label: (random: SeededRandom) => string },
  count: number,
  random: SeededRandom,
): string[] {
  const result: string[] = [];
  for (let tries = 0; result.length < count && tries < count * 20; tries++) {
    const label = kind.label(random);
    if (label.length >= shortestJudged && label.length <= 63) result.push(label);
  }
  return result;
}

function rounded(value: number): number {
  return Number(value.toFixed(5));
}
