import type {
  DetectionChanges,
  DetectionTuning,
} from '../../../../collector/ports/threats/detection-tuning.ts';
import type { SiteProfile, SiteProfiles } from '../../../../collector/ports/threats/site-profiles.ts';

/** What locations change about detection, in memory. */
export class FakeDetectionTuning implements DetectionTuning {
  readonly sites: SiteProfile[] = [];
  readonly siteProfiles: SiteProfiles = {
    save: async (_collectorId, profiles) => void this.sites.push(...profiles),
    read: async (locationId) =>
      this.sites.filter((site) => locationId === undefined || site.locationId === locationId),
  };
  readonly #changes = new Map<number, DetectionChanges>();

  async changes(locationId: number): Promise<DetectionChanges> {
    return this.#changes.get(locationId) ?? {};
  }

  async change(locationId: number, changes: DetectionChanges): Promise<void> {
    this.#changes.set(locationId, changes);
  }

  async inForce(): Promise<{ locationId: number; changes: DetectionChanges }[]> {
    return [...this.#changes].map(([locationId, changes]) => ({ locationId, changes }));
  }
}
