/**
 * Spreads a count over time as people's days do: least at four in the morning, most at four in the afternoon, seven
 * times as much (UTC). Gives the time at which a share of all has happened, 0 to 1.
 */
export function dayCurve(from: number, to: number): (share: number) => number {
  const step = 600_000;
  const cumulative = [0];
  for (let time = from; time < to; time += step) {
    const hour = (time / 3_600_000) % 24;
    cumulative.push(cumulative.at(-1)! + 4 - 3 * Math.cos(((hour - 4) / 24) * 2 * Math.PI));
  }
  const total = cumulative.at(-1)!;
  return (share) => {
    const wanted = share * total;
    let low = 0;
    let high = cumulative.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (cumulative[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return from;
    const before = cumulative[low - 1]!;
    const part = (wanted - before) / (cumulative[low]! - before);
    return Math.min(to, from + (low - 1 + part) * step);
  };
}
