import type { KeyScope } from '../../../../collector/ports/accounts/api-keys.ts';
import type {
  Location,
  LocationChange,
  LocationStore,
  NewLocation,
} from '../../../../collector/ports/ingest/locations.ts';
import type { FakeApiKeys } from '../accounts/api-keys.ts';

/** Locations in memory, with the behaviour that the port promises. */
export class FakeLocations implements LocationStore {
  readonly #locations = new Map<number, Location>();
  readonly #keys: FakeApiKeys;
  #lastId: number;

  /** Ids begin behind `lastId`. */
  constructor(keys: FakeApiKeys, lastId = 0) {
    this.#keys = keys;
    this.#lastId = lastId;
  }

  async create(location: NewLocation, key: { prefix: string; hash: Buffer }): Promise<Location> {
    const id = ++this.#lastId;
    const now = new Date();
    const created = {
      id,
      ...location,
      retentionDays: location.retentionDays ?? null,
      createdAt: now,
      updatedAt: now,
    };
    this.#locations.set(id, created);
    const scope: KeyScope = { kind: 'location', locationId: id };
    await this.#keys.create({ accountId: location.accountId, scope, label: location.name, ...key });
    return created;
  }

  async createWithin(location: NewLocation, key: { prefix: string; hash: Buffer }, most: number) {
    const { count } = await this.list(location.accountId, { limit: 1, offset: 0 });
    return count < most ? this.create(location, key) : undefined;
  }

  async list(accountId: number, page: { limit: number; offset: number }) {
    const own = [...this.#locations.values()].filter((location) => location.accountId === accountId);
    return { count: own.length, locations: own.slice(page.offset, page.offset + page.limit) };
  }

  idsOf(accountId: number): number[] {
    return [...this.#locations.values()].filter((one) => one.accountId === accountId).map(({ id }) => id);
  }

  async find(accountId: number, id: number): Promise<Location | undefined> {
    const location = this.#locations.get(id);
    return location?.accountId === accountId ? location : undefined;
  }

  async owner(id: number): Promise<number | undefined> {
    return this.#locations.get(id)?.accountId;
  }

  async update(accountId: number, id: number, change: LocationChange): Promise<Location | undefined> {
    const location = await this.find(accountId, id);
    if (location === undefined) return undefined;
    const updated = {
      ...location,
      name: change.name ?? location.name,
      description: change.description === undefined ? location.description : change.description,
      retentionDays: change.retentionDays === undefined ? location.retentionDays : change.retentionDays,
      updatedAt: new Date(),
    };
    this.#locations.set(id, updated);
    return updated;
  }

  async retentions(): Promise<ReadonlyMap<number, number>> {
    const all = [...this.#locations.values()];
    return new Map(
      all.flatMap(({ id, retentionDays }) => (retentionDays === null ? [] : [[id, retentionDays]])),
    );
  }

  async delete(accountId: number, id: number): Promise<boolean> {
    if ((await this.find(accountId, id)) === undefined) return false;
    this.#locations.delete(id);
    this.#keys.revokeWhere((key) => key.scope.kind === 'location' && key.scope.locationId === id);
    return true;
  }
}
