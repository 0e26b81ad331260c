/**
 * Computes the edit distance of two words: the insertions, deletions, replacements and swaps of neighbours that make
 * one word of the other, counted up to a bound: `bound` is the answer for all that are as far apart or farther.
 */
export function editDistance(one: string, other: string, bound: number): number {
  if (Math.abs(one.length - other.length) >= bound) return bound;
  let before: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_none, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= other.length; column++) {
      const change = one[row - 1] === other[column - 1] ? 0 : 1;
      let steps = Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + change);
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && isSwap) steps = Math.min(steps, before[column - 2]! + 1);
      current.push(steps);
      least = Math.min(least, steps);
    }
    if (least >= bound) return bound;
    before = previous;
    previous = current;
  }
  return Math.min(previous[other.length]!, bound);
}
