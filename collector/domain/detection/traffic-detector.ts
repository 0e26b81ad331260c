import type { Sighting } from '../../ports/threats/threats.ts';
import type { BatchRows } from './batch-rows.ts';
import { CanaryWatch } from './canary/canary-watch.ts';
import type { Detector } from './detector.ts';
import { isExcluded } from './exclusions.ts';
import { type CircumstancesOf, Report } from './report.ts';
import type { RowDetector } from './row-detector.ts';
import type { SettingsOf } from './settings.ts';

/** Rows after which others get their turn: some milliseconds. */
const rowsPerTurn = 250;

/**
 * Runs all row detectors in one walk over a batch. One that throws is left out for the rest of the batch and told to
 * `onFailure`; what the others have found is kept.
 */
export function createTrafficDetector(
  detectors: readonly RowDetector[],
  settingsOf: SettingsOf,
  onFailure: (detector: string, error: unknown) => void,
  canaries: CanaryWatch = new CanaryWatch(() => []),
  circumstancesOf?: CircumstancesOf,
): Detector {
  const examineInTurns = function* (rows: BatchRows): Generator<undefined, Sighting[]> {
    const report = new Report({
      excluded: (locationId, name, client) => isExcluded(settingsOf(locationId).exclusions, name, client),
      circumstancesOf,
    });
    const failed = new Set<RowDetector>();
    for (let row = 1; rows.next(); row++) {
      if (row % rowsPerTurn === 0) yield;
      const settings = settingsOf(rows.locationId);
      const canary = canaries.find(rows, settings);
      if (canary !== undefined) {
        try {
          canaries.observe(rows, canary, settings, report);
        } catch (error) {
          onFailure('canary', error);
        }
        continue;
      }
      for (const detector of detectors) {
        if (failed.size > 0 && failed.has(detector)) continue;
        if (settings.disabled.length > 0 && settings.disabled.includes(detector.name)) continue;
        try {
          detector.observe(rows, settings, report);
        } catch (error) {
          failed.add(detector);
          onFailure(detector.name, error);
        }
      }
    }
    return report.sightings();
  };
  return {
    name: 'traffic',
    examine: (rows) => {
      const steps = examineInTurns(rows);
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
      }
    },
    examineInTurns,
  };
}
