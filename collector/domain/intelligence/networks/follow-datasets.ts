import type { DatasetKeeper } from '@sonde/scanner/datasets/refresh/dataset-keeper.ts';
import { Conflict, NotFound } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { DatasetSettingsStore } from '../../../ports/networks/dataset-settings.ts';
import { requirePause } from '../threat-intel/feeds/change-feed.ts';

export interface DatasetPorts {
  readonly datasetKeeper: Pick<DatasetKeeper, 'list' | 'follow'>;
  readonly datasetSettings: DatasetSettingsStore;
  readonly clock: Clock;
}

/** Takes over what was said of datasets, on whichever collector. */
export async function followDatasets({
  datasetKeeper,
  datasetSettings,
}: {
  readonly datasetKeeper: Pick<DatasetKeeper, 'follow'>;
  readonly datasetSettings: Pick<DatasetSettingsStore, 'changes'>;
}): Promise<void> {
  datasetKeeper.follow(await datasetSettings.changes());
}

type ListedDataset = Awaited<ReturnType<DatasetKeeper['list']>>[number];

/** Throws NotFound. */
export async function requireDataset(
  id: string,
  { datasetKeeper }: Pick<DatasetPorts, 'datasetKeeper'>,
): Promise<ListedDataset> {
  const found = (await datasetKeeper.list()).find(({ dataset }) => dataset.id === id);
  if (found === undefined) throw new NotFound('dataset');
  return found;
}

export async function switchDataset(id: string, enabled: boolean | null, ports: DatasetPorts): Promise<void> {
  const { dataset } = await requireDataset(id, ports);
  if (dataset.homepage === null)
    throw new Conflict("The dataset is a file of the operator's: the setting that names it switches it on.");
  await ports.datasetSettings.switch(id, enabled);
  await followDatasets(ports);
}

/** Has every collector look at a dataset within seconds. Throws a Conflict for one that is off, and TooManyAttempts. */
export async function refreshDatasetNow(id: string, ports: DatasetPorts): Promise<void> {
  const { state, isEnabled } = await requireDataset(id, ports);
  if (!isEnabled) throw new Conflict('The dataset is off: switch it on first.');
  const asked = (await ports.datasetSettings.changes()).get(id)?.askedAt?.getTime() ?? 0;
  requirePause(Math.max(state.lastAttemptAt ?? 0, asked), 'dataset', ports.clock);
  await ports.datasetSettings.ask(id, new Date(ports.clock.now()));
  await followDatasets(ports);
}
