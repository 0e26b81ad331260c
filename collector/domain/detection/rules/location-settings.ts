import type { LocationStore } from '../../../ports/ingest/locations.ts';
import type { DetectionChanges, DetectionTuning } from '../../../ports/threats/detection-tuning.ts';
import { requireLocation } from '../../traffic/monitoring/require-location.ts';
import { readExclusion } from '../read-exclusion.ts';
import type { DetectionSettings } from '../settings.ts';
import { changedSettings } from './changed-settings.ts';
import { changesSchema } from './changes-schema.ts';

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
  const normal = withNormalNames(changes);
  await ports.tuning.change(locationId, normal);
  return inForce(normal);
}

function inForce(changes: DetectionChanges): LocationSettings {
  const { exclusions: _exclusions, canaries: _canaries, ...settings } = changedSettings(changes);
  return { changes, settings };
}

/**
 * Gives the changes with the names, addresses and networks that the operator wrote in their normal form. Throws an
 * InvalidInput.
 */
function withNormalNames(changes: DetectionChanges): DetectionChanges {
  const read = changesSchema.safeParse(changes);
  if (!read.success) return changes;
  const { site, lookalike } = read.data;
  return {
    ...changes,
    ...(lookalike?.watched && {
      lookalike: { ...lookalike, watched: [...new Set(lookalike.watched.map(normalDomain))] },
    }),
    ...(site && {
      site: {
        ...(site.ownZones && { ownZones: [...new Set(site.ownZones.map(normalDomain))] }),
        ...(site.roles && {
          roles: site.roles.map(({ client, role }) => ({
            client: readExclusion({ ...nothing, client }).client!,
            role,
          })),
        }),
      },
    }),
  };
}

const nothing = { locationId: null, name: null, client: null };

/** Reads a domain; `*.` before it says nothing more, because names below belong to it anyhow. */
function normalDomain(text: string): string {
  return readExclusion({ ...nothing, name: text.trim().replace(/^\*\./, '') }).name!;
}
