import type { SeededRandom } from './seeded-random.ts';

/** A benign kind is a way in which people make up names of domains. */
export interface BenignKind {
  readonly name: string;
  /** Whether the model was trained on it; the others measure false positives on what it has never met. */
  readonly trained: boolean;
  readonly label: (random: SeededRandom) => string;
}
