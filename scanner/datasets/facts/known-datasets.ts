import { parsePrefix, prefixText, wordsText } from '@sonde/shared/net/prefix.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Dataset, DatasetRole } from '../dataset.ts';
import { delegationOf } from '../formats/delegations.ts';
import { geofeedPlace } from '../formats/geofeed.ts';
import { systemName } from '../formats/system-names.ts';
import { PayloadTable, type RouteValidity } from '../tables/payload-table.ts';
import type {
  AddressFacts,
  BriefFacts,
  CoveringPayload,
  FactsRun,
  KnownSystem,
  Mark,
  Marks,
  Place,
  Route,
} from './address-facts.ts';
import { type AddressKey, keyAt, keyOfAddress, lastWordOf } from './address-key.ts';
import { placeOf, systemOf } from './database-record.ts';
import type { LoadedDataset } from './loaded-dataset.ts';

const mostSystems = 200_000;

/**
 * The known datasets are the datasets that are loaded, with their facts about addresses. They come and go one by one.
 */
export class KnownDatasets {
  readonly #clock: Clock;
  readonly #loaded = new Map<string, LoadedDataset>();
  #byRole = new Map<DatasetRole, LoadedDataset[]>();
  /** Names of systems that were asked for. */
  #systems = new Map<number, KnownSystem>();
  #generation = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  install(loaded: LoadedDataset): void {
    this.#loaded.set(loaded.dataset.id, loaded);
    this.#arrange();
  }

  remove(id: string): void {
    if (this.#loaded.delete(id)) this.#arrange();
  }

  get(id: string): LoadedDataset | undefined {
    return this.#loaded.get(id);
  }

  get all(): readonly LoadedDataset[] {
    return [...this.#loaded.values()];
  }

  get isEmpty(): boolean {
    return this.#loaded.size === 0;
  }

  /** Another number whenever a dataset has come or gone. */
  get generation(): number {
    return this.#generation;
  }

  /** Tells whether a dataset of the role is loaded that may be relied upon. */
  knows(role: DatasetRole): boolean {
    return this.#of(role).length > 0;
  }

  /** Finds the facts about an address. `address`: 16 bytes, IPv4 mapped. */
  find(address: Uint8Array): AddressFacts {
    return this.#facts(keyOfAddress(address));
  }

  /**
   * Finds the facts that lists of addresses show of each: without routes, registries and payloads it costs a fraction
   * of `find`.
   */
  brief(address: Uint8Array): BriefFacts {
    const key = keyOfAddress(address);
    return { system: this.#system(key) ?? null, place: this.#place(key), ...this.#marks(key) };
  }

  /** Finds the system that announces an address; undefined if no dataset says so. */
  system(address: Uint8Array): KnownSystem | undefined {
    return this.#system(keyOfAddress(address));
  }

  /** Finds the known facts about a system; its name and country are null if no dataset has them. */
  named(asn: number): KnownSystem {
    const known = this.#systems.get(asn);
    if (known !== undefined) return known;
    let [name, country]: [string | null, string | null] = [null, null];
    for (const loaded of [...this.#of('system'), ...this.#of('origin')]) {
      const value = loaded.systemValue(asn);
      if (value === undefined) continue;
      const told = systemName(loaded.text(value));
      name ??= told.name;
      country ??= told.country;
    }
    country ??= this.#delegationOfSystem(asn)?.country ?? null;
    const system = { asn, name, country };
    // Anybody may ask for any number.
    if (this.#systems.size >= mostSystems) this.#systems.clear();
    this.#systems.set(asn, system);
    return system;
  }

  /** The registry and the date of a system's number. */
  #delegationOfSystem(asn: number) {
    for (const loaded of this.#of('delegation')) {
      const value = loaded.systemValue(asn);
      if (value !== undefined) return delegationOf(value);
    }
    return undefined;
  }

  /** Prefixes that a system announces, in the order of their addresses, `most` at most, and how many there are; looks at all. */
  prefixesOf(asn: number, most: number): { readonly count: number; readonly prefixes: readonly string[] } {
    const found = new Set<string>();
    let count = 0;
    let rank: number | undefined;
    for (const loaded of this.#of('origin')) {
      // Another publisher's table would tell the same once more.
      if (count > 0 && loaded.dataset.rank !== rank) break;
      rank = loaded.dataset.rank;
      for (const family of [4, 6] as const) {
        const values = loaded.table(family)?.columns.values ?? new Uint32Array();
        for (let at = values.indexOf(asn); at !== -1; at = values.indexOf(asn, at + 1)) {
          count++;
          if (found.size < most) found.add(loaded.prefix(family, at));
        }
      }
    }
    return { count, prefixes: [...found] };
  }

  /** Validates a route by RFC 6811; null if no payloads are loaded that may be relied upon. */
  validate(prefix: string, origin: number): { validity: RouteValidity; covering: CoveringPayload[] } | null {
    const parsed = parsePrefix(prefix);
    const [loaded] = this.#of('payload');
    if (loaded === undefined || parsed === undefined) return null;
    const table = loaded.table(parsed.family);
    if (table === undefined) return { validity: 'not_found', covering: [] };
    const payloads = new PayloadTable(table);
    return {
      validity: payloads.validate(parsed.words, parsed.length, origin),
      covering: payloads.covering(parsed.words, parsed.length).map(({ words, length, maxLength, asn }) => ({
        prefix: prefixText({ family: parsed.family, words, length }),
        maxLength,
        asn,
      })),
    };
  }

  /** Lists the places that each source gives for an address: they differ. */
  places(address: Uint8Array): Place[] {
    const key = keyOfAddress(address);
    return this.#of('place').flatMap((loaded) => placeIn(loaded, key) ?? []);
  }

  /** Prefixes of all routes around an address, the narrowest first. */
  routes(address: Uint8Array): Route[] {
    const key = keyOfAddress(address);
    for (const loaded of this.#of('origin')) {
      const table = loaded.table(key.family);
      const entries = table?.covering(key.words, key.family === 4 ? 32 : 128) ?? [];
      if (entries.length === 0) continue;
      const routes = new Map<string, number[]>();
      for (const entry of entries) {
        const prefix = loaded.prefix(key.family, entry);
        routes.set(prefix, [loaded.value(key.family, entry), ...(routes.get(prefix) ?? [])]);
      }
      return [...routes].map(([prefix, origins]) => ({ prefix, origins, source: loaded.dataset.id }));
    }
    return [];
  }

  /**
   * Goes through so many addresses from one on, which differ in their last 32 bits only, in runs of equal facts. The time that
   * it takes grows with the runs, and not with the addresses.
   */
  *walk(first: Uint8Array, count: number): Generator<FactsRun> {
    const start = keyOfAddress(first);
    const base = lastWordOf(start);
    let open: (FactsRun & { readonly mark: string }) | undefined;
    for (let at = 0; at < count; ) {
      const key = keyAt(start, at);
      let until = base + count - 1;
      for (const loaded of this.#loaded.values()) until = Math.min(until, loaded.sameUntil(key));
      const last = Math.max(at, until - base);
      const facts = this.#facts(key);
      const mark = JSON.stringify(facts);
      if (open !== undefined && open.mark === mark) open = { ...open, last };
      else {
        if (open !== undefined) yield { first: open.first, last: open.last, facts: open.facts };
        open = { first: at, last, facts, mark };
      }
      at = last + 1;
    }
    if (open !== undefined) yield { first: open.first, last: open.last, facts: open.facts };
  }

  #facts(key: AddressKey): AddressFacts {
    const sources = new Set<string>();
    const found = this.#route(key);
    if (found !== undefined) sources.add(found.source);
    const system = this.#system(key) ?? null;
    const delegation = this.#delegation(key, sources);
    const place = this.#place(key, sources);
    const validity =
      found?.prefix == null ? null : (this.validate(found.prefix, found.origin)?.validity ?? null);
    if (validity !== null) sources.add(this.#of('payload')[0]!.dataset.id);
    return {
      route:
        found?.prefix == null ? null : { prefix: found.prefix, origins: found.origins, source: found.source },
      isAnnounced: this.#of('origin').some((loaded) => loaded.table(key.family) !== undefined)
        ? found !== undefined
        : null,
      system,
      delegation,
      place,
      ...this.#marks(key, sources),
      validity,
      sources: [...sources],
    };
  }

  #system(key: AddressKey): KnownSystem | undefined {
    for (const loaded of this.#of('origin')) {
      const told = systemOf(loaded.record(key)?.record);
      if (told !== undefined) return told;
      const entry = loaded.find(key);
      if (entry !== -1) return this.named(loaded.firstValue(key.family, entry));
    }
    return undefined;
  }

  #route(
    key: AddressKey,
  ): { source: string; prefix: string | null; origins: number[]; origin: number } | undefined {
    for (const loaded of this.#of('origin')) {
      const source = loaded.dataset.id;
      const told = systemOf(loaded.record(key)?.record);
      // A database of systems has ranges that are nobody's announcements.
      if (told !== undefined) return { source, prefix: null, origins: [told.asn], origin: told.asn };
      const entry = loaded.find(key);
      if (entry === -1) continue;
      const origins = loaded.values(key.family, entry);
      return { source, prefix: loaded.prefix(key.family, entry), origins, origin: origins[0]! };
    }
    return undefined;
  }

  #delegation(key: AddressKey, sources: Set<string>): AddressFacts['delegation'] {
    for (const loaded of this.#of('delegation')) {
      const entry = loaded.find(key);
      const told = entry === -1 ? undefined : delegationOf(loaded.value(key.family, entry));
      if (told === undefined) continue;
      sources.add(loaded.dataset.id);
      return { ...told, prefix: loaded.prefix(key.family, entry) };
    }
    return null;
  }

  #place(key: AddressKey, sources?: Set<string>): Place | null {
    for (const loaded of this.#of('place')) {
      const place = placeIn(loaded, key);
      if (place === undefined) continue;
      sources?.add(loaded.dataset.id);
      return place;
    }
    return null;
  }

  #marks(key: AddressKey, sources?: Set<string>): Marks {
    return {
      hosting: this.#mark('hosting', key, sources),
      tor: this.#mark('tor', key, sources),
      relay: this.#mark('relay', key, sources),
      vpn: this.#mark('vpn', key, sources),
      anycast: this.#mark('anycast', key, sources),
    };
  }

  #mark(role: DatasetRole, key: AddressKey, sources?: Set<string>): Mark {
    const loaded = this.#of(role);
    if (loaded.length === 0) return null;
    for (const one of loaded) {
      const entry = one.find(key);
      if (entry === -1) continue;
      sources?.add(one.dataset.id);
      return one.text(one.value(key.family, entry)) || one.dataset.name;
    }
    return false;
  }

  #of(role: DatasetRole): readonly LoadedDataset[] {
    const loaded = this.#byRole.get(role) ?? [];
    const now = this.#clock.now();
    return loaded.every((one) => one.isFresh(now)) ? loaded : loaded.filter((one) => one.isFresh(now));
  }

  #arrange(): void {
    const byRole = new Map<DatasetRole, LoadedDataset[]>();
    for (const loaded of this.#loaded.values()) {
      const { role } = loaded.dataset;
      byRole.set(role, [...(byRole.get(role) ?? []), loaded].toSorted(byRank));
    }
    this.#byRole = byRole;
    this.#systems = new Map();
    this.#generation++;
  }
}

function placeIn(loaded: LoadedDataset, key: AddressKey): Place | undefined {
  const source = loaded.dataset.id;
  const recorded = loaded.record(key);
  if (recorded !== undefined) return placeOf(recorded.record, source);
  const entry = loaded.find(key);
  const told = entry === -1 ? undefined : geofeedPlace(loaded.text(loaded.value(key.family, entry)));
  return told && { ...told, postalCode: null, latitude: null, longitude: null, timezone: null, source };
}

function byRank(one: LoadedDataset, other: LoadedDataset): number {
  return one.dataset.rank - other.dataset.rank || (one.dataset.id < other.dataset.id ? -1 : 1);
}

/** Finds datasets of a role that would fill the fields that no loaded one does, the defaults first. */
export function datasetsFor(role: DatasetRole, datasets: readonly Dataset[]): readonly string[] {
  return datasets
    .filter((dataset) => dataset.role === role)
    .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
    .map(({ id }) => id);
}

/** Writes the text of an address so many behind another. */
export function addressAt(first: Uint8Array, distance: number): string {
  const { family, words } = keyAt(keyOfAddress(first), distance);
  return wordsText(family, words);
}
