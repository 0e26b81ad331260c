/** Changes of one character within which a name is taken for a slip. */
const mostChanges = 3;

/** The name that was probably meant: the nearest by changes of single characters, undefined where none is near. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewest = mostChanges + 1;
  for (const candidate of known) {
    const changes = distance(name, candidate);
    if (changes < fewest) {
      fewest = changes;
      best = candidate;
    }
  }
  return best;
}

/** The Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
