import type { LocationStore } from '../../../ports/ingest/locations.ts';
import type { DetectionChanges, DetectionTuning } from '../../../ports/threats/detection-tuning.ts';
import { requireLocation } from '../../traffic/monitoring/require-location.ts';
import type { DetectionSettings } from '../settings.ts';
import { changedSettings } from './changed-settings.ts';

export interface LocationSettings {
  readonly changes: DetectionChanges;
  /** The settings in force with these changes, exclusions and canaries aside. */
  readonly settings: Omit<DetectionSettings, 'exclusions' | 'canaries'>;
}

interface Ports {
  readonly locations: Pick<LocationStore, 'find'>;
  readonly tuning: Pick<DetectionTuning, 'changes' | 'change'>;
}

/**
 * Gives the changes of a location about detection, with the settings in force. Throws NotFound if the account has no
 * such location.
 */
export async function locationSettings(
  accountId: number,
  locationId: number,
  ports: Ports,
): Promise<LocationSettings> {
  await requireLocation(accountId, locationId, ports);
  return inForce(await ports.tuning.changes(locationId));
}

/** Replaces a location's changes by these, which were checked. */
export async function changeLocationSettings(
  accountId: number,
  locationId: number,
  changes: DetectionChanges,
  ports: Ports,
): Promise<LocationSettings> {
  await requireLocation(accountId, locationId, ports);
  await ports.tuning.change(locationId, changes);
  return inForce(changes);
}

function inForce(changes: DetectionChanges): LocationSettings {
  const { exclusions: _exclusions, canaries: _canaries, ...settings } = changedSettings(changes);
  return { changes, settings };
}
