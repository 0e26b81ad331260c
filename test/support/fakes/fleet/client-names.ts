import {
  type ClientName,
  type ClientNameStore,
  clientNameSources,
} from '../../../../collector/ports/traffic/client-names.ts';

interface Found extends ClientName {
  readonly at: Date;
}

/** Names of clients in memory. */
export class FakeClientNames implements ClientNameStore {
  readonly #names = new Map<number, Map<string, Found>>();

  async list(accountId: number) {
    const found = [...(this.#names.get(accountId)?.values() ?? [])].toSorted(
      (a, b) => clientNameSources.indexOf(b.source) - clientNameSources.indexOf(a.source),
    );
    const byAddress = new Map(
      found.map(({ address, name, source }) => [address, { address, name, source }] as const),
    );
    return [...byAddress.values()].toSorted((a, b) => (a.address < b.address ? -1 : 1));
  }

  async change(
    accountId: number,
    names: readonly { readonly address: string; readonly name: string | null }[],
    most: number,
  ) {
    const changed = this.#with(accountId, 'operator', names, new Date());
    if ([...changed.values()].filter(({ source }) => source === 'operator').length > most) return false;
    this.#names.set(accountId, changed);
    return true;
  }

  async putFound(...[accountId, source, names, at]: Parameters<ClientNameStore['putFound']>) {
    this.#names.set(accountId, this.#with(accountId, source, names, at));
  }

  async forgetFound(...[accountId, source, before]: Parameters<ClientNameStore['forgetFound']>) {
    const kept = [...(this.#names.get(accountId) ?? [])].filter(
      ([, found]) => found.source !== source || found.at >= before,
    );
    this.#names.set(accountId, new Map(kept));
  }

  #with(
    accountId: number,
    source: ClientName['source'],
    names: readonly { readonly address: string; readonly name: string | null }[],
    at: Date,
  ) {
    const changed = new Map(this.#names.get(accountId));
    for (const { address, name } of names) {
      if (name === null) changed.delete(`${source} ${address}`);
      else changed.set(`${source} ${address}`, { address, name, source, at });
    }
    return changed;
  }
}
