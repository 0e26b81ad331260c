import type { Sighting } from '../../ports/threats/threats.ts';
import type { BatchRows } from './batch-rows.ts';
import { CanaryWatch } from './canary/canary-watch.ts';
import type { Detector } from './detector.ts';
import { isExcluded } from './exclusions.ts';
import { type CircumstancesOf, Report } from './report.ts';
import type { RowDetector } from './row-detector.ts';
import { rowTraits, TraitReader } from './rows/row-traits.ts';
import { type DetectionSettings, defaultSettings, type SettingsOf } from './settings.ts';
import type { SiteWatch } from './site/site-watch.ts';

/** Rows after which others get their turn: some milliseconds. */
const rowsPerTurn = 250;

export interface TrafficDetectorParts {
  readonly settingsOf: SettingsOf;
  readonly onFailure: (detector: string, error: unknown) => void;
  readonly canaries?: CanaryWatch;
  readonly circumstancesOf?: CircumstancesOf;
  /** What is known of each site; without it, no client has a role and no zone is a site's own. */
  readonly site?: SiteWatch;
}

/** The detectors shown are those in force under some settings: columns, since every row walks through all of them. */
interface Shown {
  readonly detectors: readonly RowDetector[];
  readonly needs: readonly number[];
  /** Those of them that see what is a site's own affair. */
  readonly heeds: readonly boolean[];
}

/**
 * Runs all row detectors in one walk over a batch, each row by each detector in their order. One that throws is left out for the
 * rest of the batch and told to `onFailure`; what the others have found is kept.
 */
export function createTrafficDetector(
  detectors: readonly RowDetector[],
  {
    settingsOf,
    onFailure,
    canaries = new CanaryWatch(() => []),
    circumstancesOf,
    site,
  }: TrafficDetectorParts,
): Detector {
  const shownUnder = new WeakMap<DetectionSettings, Shown>();
  const shownOf = (settings: DetectionSettings): Shown => {
    let shown = shownUnder.get(settings);
    if (shown === undefined) {
      const inForce = detectors.filter(
        ({ name, isIdle }) => !settings.disabled.includes(name) && isIdle?.(settings) !== true,
      );
      shown = {
        detectors: inForce,
        needs: inForce.map(({ needs = rowTraits.any }) => needs),
        heeds: inForce.map(({ name }) => site === undefined || !site.isHeedless(name)),
      };
      shownUnder.set(settings, shown);
    }
    return shown;
  };
  const examineInTurns = function* (rows: BatchRows): Generator<undefined, Sighting[]> {
    const report = new Report({
      excluded: (locationId, name, client) => isExcluded(settingsOf(locationId).exclusions, name, client),
      circumstancesOf,
      soften: site && ((row, finding) => site.softened(row, finding, settingsOf(row.locationId))),
    });
    const failed = new Set<RowDetector>();
    const traitReader = new TraitReader();
    // One for all rows: an object for each would be the most that detection leaves to be collected.
    const shownRow: RowToShow = { rows, report, traits: 0, settings: defaultSettings, isOwnAffair: false };
    let locationId = -1;
    let ofLocation: DetectionSettings | undefined;
    let latest: DetectionSettings | undefined;
    let shown: Shown | undefined;
    for (let row = 1; rows.next(); row++) {
      if (row % rowsPerTurn === 0) {
        yield;
        // Rules may have changed meanwhile.
        ofLocation = undefined;
      }
      if (ofLocation === undefined || rows.locationId !== locationId) {
        locationId = rows.locationId;
        ofLocation = settingsOf(locationId);
      }
      let settings = ofLocation;
      const canary = canaries.find(rows, settings);
      if (canary !== undefined) {
        try {
          canaries.observe(rows, canary, settings, report);
        } catch (error) {
          onFailure('canary', error);
        }
        continue;
      }
      let isOwnAffair = false;
      if (site !== undefined) {
        settings = site.observe(rows, settings);
        isOwnAffair = site.isOwnAffair(rows, settings);
      }
      if (shown === undefined || settings !== latest) {
        latest = settings;
        shown = shownOf(settings);
      }
      shownRow.traits = traitReader.read(rows);
      shownRow.settings = settings;
      shownRow.isOwnAffair = isOwnAffair;
      showRow(shownRow, shown, failed, onFailure);
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

interface RowToShow {
  readonly rows: BatchRows;
  readonly report: Report;
  traits: number;
  settings: DetectionSettings;
  isOwnAffair: boolean;
}

function showRow(
  { rows, traits, settings, isOwnAffair, report }: RowToShow,
  { detectors, needs, heeds }: Shown,
  failed: Set<RowDetector>,
  onFailure: TrafficDetectorParts['onFailure'],
): void {
  for (let index = 0; index < detectors.length; index++) {
    if ((traits & needs[index]!) === 0 || (isOwnAffair && !heeds[index]!)) continue;
    const detector = detectors[index]!;
    if (failed.size > 0 && failed.has(detector)) continue;
    try {
      detector.observe(rows, settings, report);
    } catch (error) {
      failed.add(detector);
      onFailure(detector.name, error);
    }
  }
}
