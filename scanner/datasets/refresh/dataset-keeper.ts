import type { Log } from '@sonde/shared/system/log.ts';
import type { Dataset } from '../dataset.ts';
import type { KnownDatasets } from '../facts/known-datasets.ts';
import { loadDataset } from '../facts/loaded-dataset.ts';
import type { DatasetState } from './dataset-state.ts';
import { type RefreshDatasetPorts, refreshDataset } from './refresh-dataset.ts';

export interface DatasetKeeperPorts extends RefreshDatasetPorts {
  readonly known: KnownDatasets;
  readonly log: Log;
}

/** Keeps the datasets that were chosen up to date, on the disk and in memory. */
export class DatasetKeeper {
  readonly datasets: readonly Dataset[];
  readonly #enabled: ReadonlySet<string>;
  readonly #ports: DatasetKeeperPorts;
  /** The files that could not be loaded, so that this is told once. */
  readonly #damaged = new Set<string>();

  /** `enabled`: those that are fetched. Files that were imported are loaded all the same. */
  constructor(datasets: readonly Dataset[], enabled: readonly Dataset[], ports: DatasetKeeperPorts) {
    this.datasets = datasets;
    this.#enabled = new Set(enabled.map(({ id }) => id));
    this.#ports = ports;
  }

  isEnabled(id: string): boolean {
    return this.#enabled.has(id);
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
    const { settings, files, log } = this.#ports;
    for (const dataset of this.datasets) {
      if (signal.aborted) return;
      if (!this.#enabled.has(dataset.id)) continue;
      const isLocal = settings.urls(dataset).every((url) => url.startsWith('file:'));
      if (which === 'local' && !isLocal) continue;
      const before = await files.state(dataset.id);
      const state = await refreshDataset(dataset, this.#ports, signal);
      await this.#take(dataset, state);
      if (state.status === before.status && state.note === before.note) continue;
      const about = { dataset: dataset.id, status: state.status, note: state.note };
      if (state.status === 'active') log.info(about, 'a dataset is active');
      else log.warn(about, 'a dataset is not active');
    }
  }

  /** Looks at one of them now, whenever it is due. */
  async refreshNow(dataset: Dataset, signal: AbortSignal): Promise<DatasetState> {
    const state = await refreshDataset(dataset, this.#ports, signal, { atOnce: true });
    await this.#take(dataset, state);
    return state;
  }

  /** Every dataset with its state, those that are switched off included. */
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
