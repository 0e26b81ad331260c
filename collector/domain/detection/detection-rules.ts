import type { CanaryStore } from '../../ports/threats/canaries.ts';
import type { DetectionChanges, DetectionTuning } from '../../ports/threats/detection-tuning.ts';
import type { ExclusionStore } from '../../ports/threats/exclusions.ts';
import type { SigmaRuleStore } from '../../ports/threats/sigma-rules.ts';
import { changedSettings } from './rules/changed-settings.ts';
import { type CanaryInForce, type DetectionSettings, defaultSettings } from './settings.ts';
import { SigmaBook, type SigmaInForce } from './sigma/sigma-book.ts';

/** Detection rule stores hold the rules of accounts about detection. */
export interface DetectionRuleStores {
  readonly exclusions: Pick<ExclusionStore, 'inForce'>;
  readonly tuning?: Pick<DetectionTuning, 'inForce'>;
  readonly canaries?: Pick<CanaryStore, 'inForce'>;
  readonly sigmaRules?: Pick<SigmaRuleStore, 'versions' | 'inForce'>;
}

interface Rules {
  exclusions: DetectionSettings['exclusions'][number][];
  canaries: CanaryInForce[];
  changes: DetectionChanges;
  /** The version of the Sigma rules, which are compared by it. */
  sigma?: string;
}

interface InForce {
  /** The rules that the settings were made of, to see whether they are still the same. */
  readonly rules: string;
  readonly settings: DetectionSettings;
}

/** Detection rules keep the settings in force at each location: one object for each until they change. */
export class DetectionRules {
  #byLocation: ReadonlyMap<number, InForce> = new Map();
  readonly #sigmaBook = new SigmaBook();

  readonly settingsOf = (locationId: number): DetectionSettings =>
    this.#byLocation.get(locationId)?.settings ?? defaultSettings;

  /** Locations that say anything about detection. */
  get locations(): Iterable<readonly [number, DetectionSettings]> {
    return Array.from(this.#byLocation, ([location, { settings }]) => [location, settings] as const);
  }

  async refresh(stores: DetectionRuleStores): Promise<void> {
    const all = new Map<number, Rules>();
    const rulesOf = (locationId: number): Rules => {
      let rules = all.get(locationId);
      if (rules === undefined) {
        rules = { exclusions: [], canaries: [], changes: {} };
        all.set(locationId, rules);
      }
      return rules;
    };
    for (const { locationId, name, client } of await stores.exclusions.inForce())
      rulesOf(locationId).exclusions.push({ name, client });
    for (const { locationId, changes } of (await stores.tuning?.inForce()) ?? [])
      rulesOf(locationId).changes = changes;
    for (const { locationId, canary, endsAt } of (await stores.canaries?.inForce()) ?? [])
      rulesOf(locationId).canaries.push({ id: canary, until: endsAt.getTime() });
    const sigma = stores.sigmaRules && (await this.#sigmaBook.refresh(stores.sigmaRules));
    for (const [locationId, { version }] of sigma ?? []) rulesOf(locationId).sigma = version;

    const next = new Map<number, InForce>();
    for (const [locationId, rules] of all) {
      const before = this.#byLocation.get(locationId);
      const text = JSON.stringify(rules);
      next.set(
        locationId,
        before?.rules === text
          ? before
          : { rules: text, settings: settingsFrom(rules, sigma?.get(locationId)) },
      );
    }
    this.#byLocation = next;
  }
}

function settingsFrom(
  { exclusions, canaries, changes }: Rules,
  sigma: SigmaInForce | undefined,
): DetectionSettings {
  return { ...changedSettings(changes), exclusions, canaries, ...(sigma && { sigma: sigma.rules }) };
}
