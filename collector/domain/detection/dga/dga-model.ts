import { type FeatureName, featureNames, featuresOf } from './features.ts';
import { LanguageModel } from './language-model.ts';
import stored from './model.json' with { type: 'json' };

/** A stored model is a trained model in its stored form: `weights` are for standardised features. */
export interface StoredModel {
  readonly version: number;
  readonly summary: string;
  readonly threshold: number;
  readonly bias: number;
  readonly features: readonly {
    readonly name: string;
    readonly weight: number;
    readonly mean: number;
    readonly scale: number;
  }[];
  /** The language model's table, base64. */
  readonly trigrams: string;
}

export interface LabelScore {
  /** 0 to 1: how likely it is that no person chose the label. */
  readonly score: number;
  readonly flagged: boolean;
  /** Features that moved the score most, in log odds against the average label. */
  readonly reasons: readonly {
    readonly feature: FeatureName;
    readonly value: number;
    readonly effect: number;
  }[];
}

/** Labels shorter than this say too little to be judged: every short sequence is somebody's abbreviation. */
export const shortestJudged = 7;

/** A DGA model judges registrable labels: whether an algorithm made them up. */
export class DgaModel {
  readonly language: LanguageModel;
  readonly version: number;
  readonly #model: StoredModel;

  constructor(model: StoredModel = stored) {
    if (model.features.some(({ name }, index) => name !== featureNames[index])) {
      throw new RangeError('the model was trained on other features');
    }
    this.#model = model;
    this.version = model.version;
    this.language = new LanguageModel(Buffer.from(model.trigrams, 'base64'));
  }

  /** Log odds; positive ones speak for an algorithm. */
  logOdds(label: string): number {
    return this.#logOdds(featuresOf(label, this.language));
  }

  /** Tells whether anything can be told of the label. Internationalised ones (`xn--`) are never judged. */
  judges(label: string): boolean {
    return label.length >= shortestJudged && /^[a-z0-9-]+$/.test(label) && !label.startsWith('xn--');
  }

  /** Tells whether log odds are such that the label counts as made up. */
  flags(logOdds: number): boolean {
    return probability(logOdds) >= this.#model.threshold;
  }

  /** Tells whether the label looks made up. */
  isFlagged(label: string): boolean {
    return this.judges(label) && this.flags(this.logOdds(label));
  }

  explain(label: string): LabelScore {
    const values = featuresOf(label, this.language);
    const score = this.judges(label) ? probability(this.#logOdds(values)) : 0;
    const reasons = this.#model.features
      .map(({ weight, mean, scale }, index) => ({
        feature: featureNames[index]!,
        value: values[index]!,
        effect: (weight * (values[index]! - mean)) / scale,
      }))
      .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
      .slice(0, 3);
    return { score, flagged: score >= this.#model.threshold, reasons };
  }

  #logOdds(values: readonly number[]): number {
    return this.#model.features.reduce(
      (sum, { weight, mean, scale }, index) => sum + (weight * (values[index]! - mean)) / scale,
      this.#model.bias,
    );
  }
}

function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
