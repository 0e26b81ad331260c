import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildInWorker } from '@sonde/scanner/datasets/build/build-in-worker.ts';
import { compareInWorker } from '@sonde/scanner/datasets/changes/compare-in-worker.ts';
import type { Dataset } from '@sonde/scanner/datasets/dataset.ts';
import { KnownDatasets } from '@sonde/scanner/datasets/facts/known-datasets.ts';
import { DatasetFiles } from '@sonde/scanner/datasets/refresh/dataset-files.ts';
import { DatasetKeeper } from '@sonde/scanner/datasets/refresh/dataset-keeper.ts';
import { datasets } from '@sonde/scanner/datasets/sources/index.ts';
import { createGuardedFetch } from '@sonde/scanner/network/guarded-fetch.ts';
import type { Fetch } from '@sonde/scanner/ports/fetch.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import { systemClock as clock } from '@sonde/shared/system/system.ts';
import type { Config } from '../../config/settings.ts';
import { NotedAddresses } from '../../domain/intelligence/addresses/noted-addresses.ts';
import type { AutonomousSystems } from '../../ports/networks/autonomous-systems.ts';
import type { Meter } from '../../ports/system/metrics.ts';
import { createFileFetch } from '../../sources/file-fetch.ts';
import { outboundGuard } from '../outbound-guard.ts';
import { userAgent } from '../version.ts';

type DatasetConfig = Pick<
  Config,
  'allowedNetworks' | 'asTable' | 'dataDirectory' | 'datasetDirectory' | 'datasets' | 'ipinfoToken'
>;

const ownTable = 'as-table';

/** Creates the datasets about addresses, and the keeper that keeps them up to date. */
export function createDatasets(config: DatasetConfig, { meter, log }: { meter: Meter; log: Log }) {
  const known = new KnownDatasets(clock);
  const keys: Readonly<Record<string, string | undefined>> = { ipinfo_token: config.ipinfoToken };
  const { urls, fetch } = waysTo(config);
  const enabled = chosen(config, log);
  const datasetKeeper = new DatasetKeeper(datasets, enabled, {
    known,
    log,
    clock,
    fetch,
    userAgent,
    files: new DatasetFiles(join(resolve(config.dataDirectory), 'datasets')),
    build: buildInWorker,
    settings: { urls, key: (setting) => keys[setting] },
  });
  const networks: AutonomousSystems = { find: (address) => known.system(address) };
  const sumOf = (of: (about: { entries: number; malformedRows: number }) => number) => () =>
    known.all.reduce((sum, { about }) => sum + of(about), 0);
  meter.gauge('sonde_datasets_loaded', 'Datasets about addresses that are loaded.', () => known.all.length);
  meter.gauge(
    'sonde_dataset_entries',
    'Entries of the datasets that are loaded.',
    sumOf(({ entries }) => entries),
  );
  meter.gauge(
    'sonde_dataset_malformed_rows',
    'Rows of the datasets that were left out, since they are malformed.',
    sumOf(({ malformedRows }) => malformedRows),
  );
  meter.gauge('sonde_dataset_bytes', 'Memory that the datasets take.', () =>
    known.all.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  return {
    datasets: known,
    datasetKeeper,
    compareOrigins: compareInWorker,
    networks,
    addressNotes: new NotedAddresses(known, clock),
  };
}

/** The datasets that the settings choose; a table that they name is one of them. */
function chosen({ datasets: choice, asTable }: DatasetConfig, log: Log): Dataset[] {
  const ids = typeof choice === 'string' ? [] : choice;
  const unknown = ids.filter((wanted) => wanted !== 'default' && !datasets.some(({ id }) => id === wanted));
  if (unknown.length > 0) log.warn({ datasets: unknown }, 'there are no such datasets');
  return datasets.filter(({ id, isDefault }) => {
    if (id === ownTable) return asTable !== undefined;
    return choice === 'all' || ids.includes(id) || (isDefault && ids.includes('default'));
  });
}

/** Chooses the source of datasets: the operator's files, else their publishers. */
function waysTo(config: DatasetConfig): {
  urls: (dataset: Dataset) => readonly string[];
  fetch: Fetch;
} {
  const { asTable, datasetDirectory } = config;
  const network = createGuardedFetch(outboundGuard(config));
  const table = asTable === undefined ? undefined : resolve(asTable);
  const places = [table === undefined ? undefined : dirname(table), datasetDirectory]
    .filter((place) => place !== undefined)
    .map((place) => pathToFileURL(`${resolve(place)}/`));
  return {
    urls: (dataset) => {
      if (dataset.id === ownTable) return table === undefined ? [] : [pathToFileURL(table).href];
      if (datasetDirectory === undefined) return dataset.urls(new Date(clock.now()));
      return [pathToFileURL(join(resolve(datasetDirectory), dataset.id)).href];
    },
    fetch: (url, options) => {
      if (!url.startsWith('file:')) return network(url, options);
      const place = places.find(({ href }) => url.startsWith(href));
      return createFileFetch(place ?? pathToFileURL('/nowhere/'))(url, options);
    },
  };
}
