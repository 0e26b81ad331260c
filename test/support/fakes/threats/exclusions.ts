import type {
  ExclusionStore,
  LocationExclusion,
  StoredExclusion,
} from '../../../../collector/ports/threats/exclusions.ts';

/** Exclusions in memory; those of all locations are not told by location. */
export class FakeExclusions implements ExclusionStore {
  readonly #all: (StoredExclusion & { readonly accountId: number })[] = [];
  #lastId = 0;

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
    return this.#all.flatMap(({ locationId, name, client }) =>
      locationId === null ? [] : [{ locationId, name, client }],
    );
  }
}
