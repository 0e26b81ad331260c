import type {
  ExclusionStore,
  LocationExclusion,
  StoredExclusion,
} from '../../../../collector/ports/threats/exclusions.ts';
import type { FakeLocations } from '../fleet/locations.ts';

/** Exclusions in memory, with the behaviour that the port promises. */
export class FakeExclusions implements ExclusionStore {
  readonly #locations: FakeLocations;
  readonly #all: (StoredExclusion & { readonly accountId: number })[] = [];
  #lastId = 0;

  constructor(locations: FakeLocations) {
    this.#locations = locations;
  }

  async list(accountId: number): Promise<StoredExclusion[]> {
    return this.#all.filter((one) => one.accountId === accountId);
  }

  async add(accountId: number, exclusion: Omit<StoredExclusion, 'id' | 'createdAt'>, most: number) {
    if ((await this.list(accountId)).length >= most) return undefined;
    const added = { ...exclusion, accountId, id: ++this.#lastId, createdAt: new Date() };
    this.#all.push(added);
    return added;
  }

  async remove(accountId: number, id: number): Promise<boolean> {
    const at = this.#all.findIndex((one) => one.accountId === accountId && one.id === id);
    if (at === -1) return false;
    this.#all.splice(at, 1);
    return true;
  }

  async inForce(): Promise<LocationExclusion[]> {
    return this.#all.flatMap(({ accountId, locationId, name, client }) => {
      const ids = locationId === null ? this.#locations.idsOf(accountId) : [locationId];
      return ids.map((id) => ({ locationId: id, name, client }));
    });
  }
}
