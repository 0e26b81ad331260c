/** The known name that is nearest to one that isn't, if it is near enough to be meant. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const written = name.toLowerCase();
  if (written.length > 64) return undefined;
  const farthest = Math.max(1, Math.min(3, Math.floor(written.length / 3)));
  let best: string | undefined;
  let least = farthest + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - written.length) >= least) continue;
    const steps = distance(written, candidate.toLowerCase(), least);
    if (steps >= least) continue;
    least = steps;
    best = candidate;
  }
  return best;
}

/** Letters put in, left out, changed or swapped with their neighbour, counted up to a bound. */
function distance(one: string, other: string, bound: number): number {
  let before: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_none, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= other.length; j++) {
      const change = one[i - 1] === other[j - 1] ? 0 : 1;
      let steps = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + change);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        steps = Math.min(steps, before[j - 2]! + 1);
      }
      row.push(steps);
      if (steps < least) least = steps;
    }
    if (least >= bound) return bound;
    before = previous;
    previous = row;
  }
  return previous[other.length]!;
}
