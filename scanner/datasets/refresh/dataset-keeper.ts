import type { Log } from '@sonde/shared/system/log.ts';
import type { Dataset } from '../dataset.ts';
import type { KnownDatasets } from '../facts/known-datasets.ts';
import { type LoadedDataset, loadDataset } from '../facts/loaded-dataset.ts';
import type { SnapshotFacts } from '../snapshot/compiled.ts';
import type { DatasetState } from './dataset-state.ts';
import { type RefreshDatasetPorts, refreshDataset } from './refresh-dataset.ts';

export interface DatasetKeeperPorts extends RefreshDatasetPorts {
  readonly known: KnownDatasets;
  readonly log: Log;
}

/** A dataset wish holds an administrator's requests about a dataset since the start. */
export interface DatasetWish {
  readonly enabled: boolean | null;
  readonly askedAt: Date | null;
}

interface Trouble {
  readonly dataset: string;
  readonly status: DatasetState['status'];
  readonly note: string | null;
}

/** The origin tables of a dataset with routes are the paths of its snapshot in force and of the one before it. */
export interface OriginTables {
  readonly dataset: Dataset;
  readonly about: SnapshotFacts;
  readonly path: string;
  readonly previous: string | null;
}

/** A dataset keeper keeps the datasets that were chosen up to date, on the disk and in memory. */
export class DatasetKeeper {
  readonly datasets: readonly Dataset[];
  readonly #chosen: ReadonlySet<string>;
  #enabled: ReadonlySet<string>;
  #asked: ReadonlyMap<string, number> = new Map();
  readonly #ports: DatasetKeeperPorts;
  /** Those that are being looked at: there is one place for what is being built of each. */
  readonly #busy = new Set<string>();
  /** The files that could not be loaded, so that this is told once. */
  readonly #damaged = new Set<string>();

  /** `enabled`: those that are fetched. Files that were imported are loaded all the same. */
  constructor(datasets: readonly Dataset[], enabled: readonly Dataset[], ports: DatasetKeeperPorts) {
    this.datasets = datasets;
    this.#chosen = new Set(enabled.map(({ id }) => id));
    this.#enabled = this.#chosen;
    this.#ports = ports;
  }

  isEnabled(id: string): boolean {
    return this.#enabled.has(id);
  }

  /**
   * Takes over what was changed since the start: which datasets are on in spite of the settings, and which are to be looked
   * at again if that was not done since. One that is switched off leaves the memory, and stays on the disk.
   */
  follow(changes: ReadonlyMap<string, DatasetWish>): void {
    const isOn = ({ id }: Dataset): boolean => changes.get(id)?.enabled ?? this.#chosen.has(id);
    const enabled = new Set(this.datasets.filter(isOn).map(({ id }) => id));
    for (const id of this.#enabled) if (!enabled.has(id)) this.#ports.known.remove(id);
    this.#enabled = enabled;
    this.#asked = new Map([...changes].map(([id, { askedAt }]) => [id, askedAt?.getTime() ?? 0]));
  }

  /** Takes over what lies on the disk and is not in memory yet, such as what a command imported. */
  async load(): Promise<void> {
    for (const dataset of this.datasets) {
      const state = await this.#ports.files.state(dataset.id);
      if (this.#enabled.has(dataset.id) || state.imported) await this.#take(dataset, state);
    }
  }

  /** Looks at those that are due: at files of this machine alone, or at all. */
  async refresh(which: 'local' | 'all', signal: AbortSignal): Promise<void> {
    const { settings, log } = this.#ports;
    const troubles: Trouble[] = [];
    for (const dataset of this.datasets) {
      if (signal.aborted) return;
      if (!this.#enabled.has(dataset.id)) continue;
      const isLocal = settings.urls(dataset).every((url) => url.startsWith('file:'));
      if (which === 'local' && !isLocal) continue;
      const trouble = await this.#refreshOne(dataset, signal, { atOnce: false });
      if (trouble !== undefined) troubles.push(trouble);
    }
    // One line, however many there are: without a network all fail alike.
    const [first] = troubles;
    if (troubles.length === 1) log.warn({ ...first }, 'a dataset is not active');
    else if (first !== undefined)
      log.warn(
        { datasets: troubles.map(({ dataset }) => dataset), note: first.note },
        'datasets are not active',
      );
  }

  /** Looks at those that somebody asked for, whenever they are due. */
  async refreshAsked(signal: AbortSignal): Promise<void> {
    for (const [id, askedAt] of this.#asked) {
      if (signal.aborted) return;
      const dataset = this.datasets.find((one) => one.id === id);
      if (dataset === undefined || !this.#enabled.has(id) || this.#busy.has(id)) continue;
      if (((await this.#ports.files.state(id)).lastAttemptAt ?? 0) >= askedAt) continue;
      const trouble = await this.#refreshOne(dataset, signal, { atOnce: true });
      if (trouble !== undefined) this.#ports.log.warn({ ...trouble }, 'a dataset is not active');
    }
  }

  /** What is wrong with it, if that is not what was wrong before. */
  async #refreshOne(
    dataset: Dataset,
    signal: AbortSignal,
    when: { readonly atOnce: boolean },
  ): Promise<Trouble | undefined> {
    if (this.#busy.has(dataset.id)) return undefined;
    this.#busy.add(dataset.id);
    try {
      const before = await this.#ports.files.state(dataset.id);
      const state = await refreshDataset(dataset, this.#ports, signal, when);
      // It may have been switched off meanwhile.
      if (this.#enabled.has(dataset.id)) await this.#take(dataset, state);
      if (state.status === before.status && state.note === before.note) return undefined;
      const about = { dataset: dataset.id, status: state.status, note: state.note };
      if (state.status !== 'active') return about;
      this.#ports.log.info(about, 'a dataset is active');
      return undefined;
    } finally {
      this.#busy.delete(dataset.id);
    }
  }

  /** Lists every dataset with its state, disabled ones included. */
  async list(): Promise<{ dataset: Dataset; state: DatasetState; isEnabled: boolean; isLoaded: boolean }[]> {
    const { files, known } = this.#ports;
    return Promise.all(
      this.datasets.map(async (dataset) => ({
        dataset,
        state: await files.state(dataset.id),
        isEnabled: this.#enabled.has(dataset.id),
        isLoaded: known.get(dataset.id) !== undefined,
      })),
    );
  }

  /** Lists the tables of routes that are loaded; databases of systems have no routes. */
  async originTables(): Promise<OriginTables[]> {
    const { files, known } = this.#ports;
    const routed = known.all.filter(
      ({ dataset: { role, content } }) => role === 'origin' && content.kind === 'tables',
    );
    const tables = await Promise.all(
      routed.map(async ({ dataset }): Promise<OriginTables[]> => {
        const { snapshot, previous } = await files.state(dataset.id);
        if (snapshot === null) return [];
        const path = (file: string) => files.path(dataset.id, file);
        return [
          {
            dataset,
            about: snapshot.about,
            path: path(snapshot.file),
            previous: previous === null ? null : path(previous),
          },
        ];
      }),
    );
    return tables.flat();
  }

  /** Opens one of the tables for a while; undefined if it is damaged, or gone since. */
  async open(
    { dataset, about, path, previous }: OriginTables,
    which: 'present' | 'previous',
  ): Promise<LoadedDataset | undefined> {
    const file = which === 'present' ? path : previous;
    if (file === null) return undefined;
    try {
      return await loadDataset(dataset, file, about);
    } catch (error) {
      this.#ports.log.warn({ err: error, dataset: dataset.id }, 'a table of routes can not be compared');
      return undefined;
    }
  }

  async #take(dataset: Dataset, { snapshot, previous }: DatasetState): Promise<void> {
    const { known, files, log } = this.#ports;
    if (snapshot === null) return;
    const { about } = snapshot;
    const loaded = known.get(dataset.id)?.about;
    if (loaded?.contentHash === about.contentHash && loaded.builtAt === about.builtAt) return;
    for (const file of [snapshot.file, previous]) {
      const path = file === null ? undefined : files.path(dataset.id, file);
      if (path === undefined || this.#damaged.has(path)) continue;
      try {
        const taken = await loadDataset(dataset, path, about);
        known.install(taken);
        const { entries, rows, malformedRows, firstMalformed, leftOut } = about;
        const told = {
          dataset: dataset.id,
          entries,
          rows,
          malformedRows,
          firstMalformed,
          leftOut,
          bytes: taken.bytes,
        };
        if (malformedRows > 0) log.warn(told, 'a dataset was loaded, but not all of it');
        else log.info(told, 'a dataset was loaded');
        return;
      } catch (error) {
        this.#damaged.add(path);
        log.error({ err: error, dataset: dataset.id, file }, 'a snapshot of a dataset can not be loaded');
      }
    }
  }
}
