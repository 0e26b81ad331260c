import type { Sighting } from '../../../ports/threats/threats.ts';
import type { BatchRows } from '../batch-rows.ts';
import { Report } from '../report.ts';
import type { RowDetector } from '../row-detector.ts';
import type { DetectionSettings } from '../settings.ts';
import { RecentMap } from '../state/recent-map.ts';
import { canaryIn } from './canary-names.ts';

/** Canaries whose detectors are kept, at most twice as many. */
const followed = 32;
/** Rows of one canary that its detectors get: many times what all of its sensors see where nobody plays with its names. */
const mostRows = 20_000;

interface Trial {
  readonly detectors: readonly RowDetector[];
  rows: number;
}

/**
 * Keeps canaries apart from everything else: their rows go by detectors of their own, so that they neither raise threats
 * nor stay in the memory by which others are raised, and what they would have raised is told as remarks of the type
 * `canary`. Each canary has its own detectors: to those of the last one, what this one does would be usual.
 */
export class CanaryWatch {
  readonly #create: () => readonly RowDetector[];
  readonly #trials = new RecentMap<string, Trial>(followed);

  constructor(create: () => readonly RowDetector[]) {
    this.#create = create;
  }

  /** A canary in force at the row's location whose name the row asks for. */
  find(row: BatchRows, { canaries }: DetectionSettings): string | undefined {
    if (canaries.length === 0) return undefined;
    const id = canaryIn(row.queryName);
    return id !== undefined && canaries.includes(id) ? id : undefined;
  }

  observe(row: BatchRows, canary: string, settings: DetectionSettings, report: Report): void {
    report.add(row, {
      type: 'canary',
      severity: 'info',
      subject: `${canary} seen`,
      technique: 'T1071.004',
      message: `Names of the canary ${canary} were seen`,
      evidence: { canary, sample_names: [row.queryName] },
    });
    const trial = this.#trials.getOrCreate(canary, () => ({ detectors: this.#create(), rows: 0 }));
    if (++trial.rows > mostRows) return;
    const raised = new Report();
    for (const detector of trial.detectors) {
      if (!settings.disabled.includes(detector.name)) detector.observe(row, settings, raised);
    }
    for (const sighting of raised.sightings()) report.add(row, asRemark(sighting, canary));
  }
}

function asRemark({ type, severity, message, technique, count, evidence }: Sighting, canary: string) {
  return {
    type: 'canary',
    severity: 'info',
    subject: `${canary} ${type} ${severity}`,
    technique: technique ?? 'T1071.004',
    count,
    message: `The canary ${canary} would have raised: ${message}`,
    evidence: { ...evidence, canary, raised_type: type, raised_severity: severity },
  } as const;
}
