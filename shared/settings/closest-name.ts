import { editDistance } from '../text/edit-distance.ts';

/** Characters that are compared: more is no slip of a name. */
const longest = 64;

/** Finds the name that was probably meant: the nearest by changes of single characters, undefined if none is near. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const word = name.slice(0, longest);
  let best: string | undefined;
  let fewest = (word.length <= 4 ? 1 : Math.max(2, Math.floor(word.length / 4))) + 1;
  for (const candidate of known) {
    const changes = editDistance(word, candidate, fewest);
    if (changes < fewest) {
      fewest = changes;
      best = candidate;
    }
  }
  return best;
}
