import { createReadStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { buildInWorker } from '@sonde/scanner/datasets/build/build-in-worker.ts';
import { DatasetFiles } from '@sonde/scanner/datasets/refresh/dataset-files.ts';
import { importDataset } from '@sonde/scanner/datasets/refresh/refresh-dataset.ts';
import { datasets } from '@sonde/scanner/datasets/sources/index.ts';
import { DocumentError } from '@sonde/shared/documents/document-error.ts';
import { systemClock as clock } from '@sonde/shared/system/system.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command } from 'commander';
import { type ApiOptions, addApiOptions, connect } from '../../api/connect.ts';
import { exitCodes } from '../../exit-codes.ts';
import { printJson, printTable, shortTime } from '../../print.ts';

type Dataset = AnswerOf<'GET /api/v1/datasets'>['datasets'][number];

/**
 * Creates the command `sonde datasets`: it lists the datasets about addresses, enables and refreshes them, and imports
 * files of them.
 */
export function datasetsCommand(): Command {
  const command = new Command('datasets').description(
    'List, enable, disable, refresh and import datasets about addresses.',
  );
  addApiOptions(command.command('list', { isDefault: true }))
    .description('List the datasets with their state and licence (the default).')
    .option('--loaded', 'list only the loaded datasets')
    .action(listDatasets);
  for (const enabled of [true, false]) {
    addApiOptions(command.command(enabled ? 'enable' : 'disable'))
      .description(`${enabled ? 'Enable' : 'Disable'} datasets while the collector runs.`)
      .argument('<ID...>', 'ids of datasets, as in `sonde datasets list`')
      .action((ids: string[], options: ApiOptions) => switchDatasets(ids, enabled, options));
  }
  addApiOptions(command.command('refresh'))
    .description('Fetch datasets now, and show the result.')
    .argument('<ID...>', 'ids of datasets, as in `sonde datasets list`')
    .option('--no-wait', 'do not wait for the result')
    .action(refreshDatasets);
  command
    .command('import')
    .description(
      'Import a file for a dataset, plain or compressed with gzip. A running collector loads it within a minute.',
    )
    .argument('<ID>', 'id of a dataset, as in `sonde datasets list`')
    .argument('<FILE>', 'file of the publisher')
    .option('--data <DIR>', 'data directory of the collector', '.sonde')
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
  if (dataset === undefined)
    throw new UsageError(`There is no dataset "${id}". sonde datasets lists all datasets.`, exitCodes.usage);
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
      throw new UsageError(note ?? 'The file was not imported.', exitCodes.usage);
    const { entries, malformedRows } = snapshot.about;
    process.stdout.write(`${id}: ${entries} entries, ${malformedRows} malformed rows skipped.\n`);
  } catch (error) {
    if (error instanceof DocumentError) throw new UsageError(error.message, exitCodes.usage);
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new UsageError(`There is no file ${file}.`, exitCodes.usage);
    throw error;
  }
}

async function switchDatasets(ids: string[], enabled: boolean, options: ApiOptions): Promise<void> {
  const client = connect(options);
  const changed: Dataset[] = [];
  for (const id of ids)
    changed.push(await client.call('PUT /api/v1/datasets/{id}', { params: { id }, body: { enabled } }));
  if (options.json) return printJson({ datasets: changed });
  for (const { id, licence } of changed)
    process.stdout.write(enabled ? `${id} is enabled. Licence: ${licence}.\n` : `${id} is disabled.\n`);
}

/** Milliseconds between two looks whether a dataset was fetched, and how long that is waited for: some are large. */
const lookEvery = 1_000;
const waitAtMost = 600_000;

async function refreshDatasets(
  ids: string[],
  { wait, ...options }: ApiOptions & { readonly wait: boolean },
): Promise<void> {
  const client = connect(options);
  const before = new Map<string, string | null>();
  let found: Dataset[] = [];
  for (const id of ids) {
    const dataset = await client.call('POST /api/v1/datasets/{id}/refresh', { params: { id } });
    found.push(dataset);
    before.set(id, dataset.last_attempt_at);
  }
  const isDone = ({ id, last_attempt_at: at }: Dataset): boolean => at !== before.get(id);
  for (const end = Date.now() + waitAtMost; wait && !found.every(isDone) && Date.now() < end; ) {
    await delay(lookEvery);
    found = (await client.call('GET /api/v1/datasets')).datasets.filter(({ id }) => before.has(id));
  }
  if (options.json) return printJson({ datasets: found });
  for (const dataset of found) {
    const { id, status, entries, note } = dataset;
    if (!isDone(dataset)) process.stdout.write(`${id} is not fetched yet. sonde datasets shows the state.\n`);
    else if (status === 'active') process.stdout.write(`${id}: ${entries} entries.\n`);
    else
      process.stdout.write(
        `${id}: ${status}. ${note ?? ''} Next attempt: ${shortTime(dataset.next_attempt_at)}.\n`,
      );
  }
}
