import type { ClientNameStore } from '../../../../collector/ports/traffic/client-names.ts';

/** Names of clients in memory. */
export class FakeClientNames implements ClientNameStore {
  readonly #names = new Map<number, Map<string, string>>();

  async list(accountId: number) {
    return [...(this.#names.get(accountId) ?? [])]
      .map(([address, name]) => ({ address, name }))
      .sort((a, b) => (a.address < b.address ? -1 : 1));
  }

  async change(
    accountId: number,
    names: readonly { readonly address: string; readonly name: string | null }[],
    most: number,
  ) {
    const changed = new Map(this.#names.get(accountId));
    for (const { address, name } of names) {
      if (name === null) changed.delete(address);
      else changed.set(address, name);
    }
    if (changed.size > most) return false;
    this.#names.set(accountId, changed);
    return true;
  }
}
