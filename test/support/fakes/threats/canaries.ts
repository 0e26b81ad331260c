import type { Canary, CanarySighting, CanaryStore } from '../../../../collector/ports/threats/canaries.ts';

/** Canaries in memory; what was seen of them is what a test puts into `seen`. */
export class FakeCanaries implements CanaryStore {
  readonly seen: CanarySighting[] = [];
  readonly #all: (Canary & { readonly accountId: number })[] = [];

  async add(canary: Omit<Canary, 'createdAt'> & { readonly accountId: number }, mostAnHour: number) {
    if ((await this.list(canary.accountId, mostAnHour)).length >= mostAnHour) return undefined;
    const added = { ...canary, createdAt: new Date() };
    this.#all.push(added);
    return added;
  }

  async list(accountId: number, most: number): Promise<Canary[]> {
    return this.#all
      .filter((one) => one.accountId === accountId)
      .slice(-most)
      .reverse();
  }

  async sightings(_accountId: number, canaries: readonly string[]): Promise<CanarySighting[]> {
    return this.seen.filter(({ canary }) => canaries.includes(canary));
  }

  async inForce(): Promise<{ canary: string; locationId: number; endsAt: Date }[]> {
    return this.#all.map(({ id, locationId, endsAt }) => ({ canary: id, locationId, endsAt }));
  }
}
