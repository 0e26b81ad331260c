import type { ScoreReason } from './reputation-score.ts';

/** The points of a component are points of 100, with their reasons. */
export interface ComponentPoints {
  readonly points: number;
  readonly reasons: readonly (ScoreReason & { readonly advice?: string })[];
}

/** Takes these off 100, and never more than there is: the reasons always add up to what is missing. */
export function takenOff(reasons: ComponentPoints['reasons']): ComponentPoints {
  let left = 100;
  const kept = reasons.map((reason) => {
    const points = Math.max(-left, Math.round(reason.points));
    left += points;
    return { ...reason, points };
  });
  return { points: left, reasons: kept };
}
