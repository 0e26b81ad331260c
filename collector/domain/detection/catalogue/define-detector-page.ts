import type { DetectionSettings } from '../settings.ts';

/** Parts of the settings that hold thresholds. */
export type ThresholdPart = Exclude<
  keyof DetectionSettings,
  'exclusions' | 'canaries' | 'disabled' | 'site' | 'sigma'
>;

/** A detector's page tells in one form what a detector finds, and what to make of it. */
export interface DetectorPage {
  /** The types of the threats that it raises; `indicator` stands for the types that lists give. */
  readonly types: readonly string[];
  /** MITRE ATT&CK techniques that its findings are evidence of. */
  readonly techniques: readonly string[];
  readonly what: string;
  readonly why: string;
  readonly evidence: string;
  /** The part of a location's settings that its thresholds are in; absent if it has none. */
  readonly settings?: ThresholdPart;
  /** What it does not find, and what else looks like it. */
  readonly limits: string;
  /** What to do next, the first thing first. */
  readonly steps: readonly string[];
}

export function defineDetectorPage(page: DetectorPage): DetectorPage {
  return page;
}
