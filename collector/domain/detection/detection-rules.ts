import type { ExclusionStore, LocationExclusion } from '../../ports/threats/exclusions.ts';
import { type DetectionSettings, defaultSettings } from './settings.ts';

/** The settings in force at each location: one object for each until they change. */
export class DetectionRules {
  #byLocation: ReadonlyMap<number, DetectionSettings> = new Map();

  readonly settingsOf = (locationId: number): DetectionSettings =>
    this.#byLocation.get(locationId) ?? defaultSettings;

  async refresh(store: Pick<ExclusionStore, 'inForce'>): Promise<void> {
    const grouped = Map.groupBy(await store.inForce(), ({ locationId }) => locationId);
    const next = new Map<number, DetectionSettings>();
    for (const [locationId, exclusions] of grouped) {
      const before = this.#byLocation.get(locationId);
      const unchanged = before !== undefined && isSame(before.exclusions, exclusions);
      next.set(locationId, unchanged ? before : { ...defaultSettings, exclusions: exclusions.map(plain) });
    }
    this.#byLocation = next;
  }
}

function plain({ name, client }: LocationExclusion): DetectionSettings['exclusions'][number] {
  return { name, client };
}

function isSame(before: DetectionSettings['exclusions'], now: readonly LocationExclusion[]): boolean {
  return (
    before.length === now.length &&
    before.every(({ name, client }, index) => name === now[index]!.name && client === now[index]!.client)
  );
}
