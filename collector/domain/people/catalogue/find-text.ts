/** A weighed text is a piece of an item's text, with the weight of a word in it. */
export interface Weighed {
  readonly text: string;
  readonly weight: number;
}

/**
 * Finds items that have every word of a question, whole or as the beginning of a word; items with the words in
 * weightier texts come first. Letter case and accents do not matter.
 */
export function findText<Item>(
  items: readonly Item[],
  question: string,
  textsOf: (item: Item) => readonly Weighed[],
): Item[] {
  const wanted = wordsOf(question);
  if (wanted.length === 0) return [...items];
  return items
    .map((item, place) => ({ item, place, score: scoreOf(wanted, textsOf(item)) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.place - other.place)
    .map(({ item }) => item);
}

/** 0 if a word is missing. */
function scoreOf(wanted: readonly string[], texts: readonly Weighed[]): number {
  const known = texts.map(({ text, weight }) => ({ words: wordsOf(text), weight }));
  let score = 0;
  for (const word of wanted) {
    let best = 0;
    for (const { words, weight } of known) {
      if (words.includes(word)) best = Math.max(best, 2 * weight);
      else if (words.some((one) => one.startsWith(word))) best = Math.max(best, weight);
    }
    if (best === 0) return 0;
    score += best;
  }
  return score;
}

function wordsOf(text: string): string[] {
  return plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
