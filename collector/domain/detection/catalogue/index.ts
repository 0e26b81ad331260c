import type { DetectorPage } from './define-detector-page.ts';
import { failingNamePages } from './failing-names.ts';
import { intrusionPages } from './intrusion.ts';
import { namePages, watchPages } from './names-and-answers.ts';
import { tunnelPages } from './tunnels.ts';

/** The pages of all detectors, by their names. */
export const detectorPages: Readonly<Record<string, DetectorPage>> = {
  ...tunnelPages,
  ...failingNamePages,
  ...namePages,
  ...watchPages,
  ...intrusionPages,
};

/** Gives what to do next about a type of threat; what lists and rules know is handled alike. */
export function stepsFor(type: string): readonly string[] {
  const page = Object.values(detectorPages).find(({ types }) => types.includes(type));
  return (page ?? detectorPages.indicator!).steps;
}
