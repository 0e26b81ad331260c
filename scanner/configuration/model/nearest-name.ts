import { editDistance } from '@sonde/shared/text/edit-distance.ts';

/** Finds the known name that is nearest to one that isn't, if it is near enough to be meant. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const written = name.toLowerCase();
  if (written.length > 64) return undefined;
  const farthest = Math.max(1, Math.min(3, Math.floor(written.length / 3)));
  let best: string | undefined;
  let least = farthest + 1;
  for (const candidate of known) {
    const steps = editDistance(written, candidate.toLowerCase(), least);
    if (steps >= least) continue;
    least = steps;
    best = candidate;
  }
  return best;
}
