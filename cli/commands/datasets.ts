import { createReadStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildInWorker } from '@sonde/scanner/datasets/build/build-in-worker.ts';
import { DatasetFiles } from '@sonde/scanner/datasets/refresh/dataset-files.ts';
import { importDataset } from '@sonde/scanner/datasets/refresh/refresh-dataset.ts';
import { datasets } from '@sonde/scanner/datasets/sources/index.ts';
import { DocumentError } from '@sonde/shared/documents/document-error.ts';
import { systemClock as clock } from '@sonde/shared/system/system.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command } from 'commander';
import { type ApiOptions, addApiOptions, connect } from '../api/connect.ts';
import { exitCodes } from '../exit-codes.ts';
import { printJson, printTable, shortTime } from '../print.ts';

/** `sonde datasets`: what is known of addresses, how it is doing, and files for machines without the Internet. */
export function datasetsCommand(): Command {
  const command = new Command('datasets').description(
    'List the datasets about addresses, and import files of them.',
  );
  addApiOptions(command.command('list', { isDefault: true }))
    .description('List the datasets with their state and licence (the default).')
    .option('--loaded', 'only those that are loaded')
    .action(listDatasets);
  command
    .command('import')
    .description(
      'Take a file for a dataset, plain or packed with gzip; a collector that runs loads it within a minute.',
    )
    .argument('<ID>', 'the dataset, as `sonde datasets` lists it')
    .argument('<FILE>', "the publisher's file")
    .option('--data <DIR>', "the collector's data directory", '.sonde')
    .action(importFile);
  return command;
}

async function listDatasets(options: ApiOptions & { readonly loaded?: true }): Promise<void> {
  const answer = await connect(options).call('GET /api/v1/datasets');
  const known = answer.datasets.filter(({ is_loaded }) => !options.loaded || is_loaded);
  if (options.json) return printJson({ count: known.length, datasets: known });
  const rows = known.map((dataset) => [
    dataset.id,
    dataset.is_loaded ? 'loaded' : dataset.is_enabled ? dataset.status : 'off',
    dataset.entries === null ? '-' : String(dataset.entries),
    shortTime(dataset.last_updated),
    dataset.licence,
    dataset.note ?? dataset.credit ?? '',
  ]);
  printTable(['dataset', 'state', 'entries', 'updated', 'licence', 'note'], rows, 'There are no datasets.');
}

async function importFile(id: string, file: string, { data }: { readonly data: string }): Promise<void> {
  const dataset = datasets.find((one) => one.id === id);
  if (dataset === undefined) throw new UsageError(`There is no dataset "${id}".`, exitCodes.usage);
  const ports = {
    files: new DatasetFiles(join(resolve(data), 'datasets')),
    build: buildInWorker,
    clock,
    fetch: () => Promise.reject(new Error('An import fetches nothing.')),
    settings: { urls: () => [], key: () => undefined },
    userAgent: 'Sonde',
  };
  try {
    const body = createReadStream(file) as AsyncIterable<Uint8Array>;
    const { snapshot, note, status } = await importDataset(
      dataset,
      body,
      ports,
      new AbortController().signal,
    );
    if (status !== 'active' || snapshot === null)
      throw new UsageError(note ?? 'The file was not taken.', exitCodes.usage);
    const { entries, malformedRows } = snapshot.about;
    process.stdout.write(`${id}: ${entries} entries, ${malformedRows} malformed rows left out.\n`);
  } catch (error) {
    if (error instanceof DocumentError) throw new UsageError(error.message, exitCodes.usage);
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new UsageError(`There is no file ${file}.`, exitCodes.usage);
    throw error;
  }
}
