import type { Sighting } from '../../../ports/threats/threats.ts';
import type { BatchRows } from '../batch-rows.ts';
import { Report } from '../report.ts';
import type { RowDetector } from '../row-detector.ts';
import type { DetectionSettings } from '../settings.ts';
import { RecentMap } from '../state/recent-map.ts';
import { canaryIn } from './canary-names.ts';

/** Canaries and agents with detectors that are kept, at most twice as many. */
const followed = 64;
/** Rows of one canary that its detectors get: many times what all of its sensors see if nobody plays with its names. */
const mostRows = 20_000;

/** Absent if all agents of the location are meant. */
interface By {
  readonly canary: string;
  readonly agentId?: number;
}

interface Trial {
  readonly detectors: readonly RowDetector[];
  rows: number;
}

/**
 * A canary watch keeps canaries apart from everything else: their rows go by detectors of their own, so that they
 * neither raise threats nor stay in the memory by which others are raised, and what they would have raised is told as
 * remarks of the type `canary`. Each canary has its own detectors, since to those of the last one, what this one does
 * would be usual; and each agent that sees it, since one that sees a part may miss what all of them together find.
 */
export class CanaryWatch {
  readonly #create: () => readonly RowDetector[];
  readonly #trials = new RecentMap<string, Trial>(followed);

  constructor(create: () => readonly RowDetector[]) {
    this.#create = create;
  }

  /** A canary in force at the row's location, at the time of the row, whose name the row asks for. */
  find(row: BatchRows, { canaries }: DetectionSettings): string | undefined {
    if (canaries.length === 0) return undefined;
    const id = canaryIn(row.queryName);
    if (id === undefined) return undefined;
    const at = row.observedAt / 1_000;
    return canaries.some((canary) => canary.id === id && at <= canary.until) ? id : undefined;
  }

  /** Observes a row for the agent that saw it by itself, and together with the location's other agents. */
  observe(row: BatchRows, canary: string, settings: DetectionSettings, report: Report): void {
    this.#try(row, { canary }, settings, report);
    this.#try(row, { canary, agentId: row.agentId }, settings, report);
  }

  #try(row: BatchRows, by: By, settings: DetectionSettings, report: Report): void {
    const subject = subjectOf(by);
    report.add(row, {
      type: 'canary',
      severity: 'info',
      subject: `${subject} seen`,
      technique: 'T1071.004',
      message: `Names of the canary ${by.canary} were seen`,
      evidence: { ...evidenceOf(by), sample_names: [row.queryName] },
      always: true,
    });
    const trial = this.#trials.getOrCreate(subject, () => ({ detectors: this.#create(), rows: 0 }));
    if (++trial.rows > mostRows) return;
    const raised = new Report();
    for (const detector of trial.detectors) {
      if (!settings.disabled.includes(detector.name)) detector.observe(row, settings, raised);
    }
    for (const sighting of raised.sightings()) report.add(row, asRemark(sighting, by));
  }
}

function asRemark({ type, severity, message, technique, count, evidence }: Sighting, by: By) {
  return {
    type: 'canary',
    severity: 'info',
    subject: `${subjectOf(by)} ${type} ${severity}`,
    technique: technique ?? 'T1071.004',
    count,
    message: `The canary ${by.canary} would have raised: ${message}`,
    evidence: { ...evidence, ...evidenceOf(by), raised_type: type, raised_severity: severity },
  } as const;
}

function subjectOf({ canary, agentId }: By): string {
  return agentId === undefined ? canary : `${canary} agent ${agentId}`;
}

function evidenceOf({ canary, agentId }: By): Readonly<Record<string, string | number>> {
  return agentId === undefined ? { canary } : { canary, agent_id: agentId };
}
