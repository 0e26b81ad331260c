/** Characters that are compared: more is no slip of a name. */
const longest = 64;

/** The name that was probably meant: the nearest by changes of single characters, undefined if none is near. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const word = name.slice(0, longest);
  let best: string | undefined;
  let fewest = (word.length <= 4 ? 1 : Math.max(2, Math.floor(word.length / 4))) + 1;
  for (const candidate of known) {
    const changes = distance(word, candidate);
    if (changes < fewest) {
      fewest = changes;
      best = candidate;
    }
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours that make one word of the other. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const replaced = previous[column - 1]! + (one[row - 1] === other[column - 1] ? 0 : 1);
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapped = row > 1 && column > 1 && isSwap ? before[column - 2]! + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(previous[column]! + 1, current[column - 1]! + 1, replaced, swapped));
    }
    before = previous;
    previous = current;
  }
  return previous[other.length]!;
}
