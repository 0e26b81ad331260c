import { DatasetSink } from '../../../scanner/datasets/dataset-sink.ts';
import type { KnownDatasets } from '../../../scanner/datasets/facts/known-datasets.ts';
import { LoadedDataset } from '../../../scanner/datasets/facts/loaded-dataset.ts';
import { datasets } from '../../../scanner/datasets/sources/index.ts';

/** Loads a dataset of the id as if its publisher had sent this text. */
export async function loadText(known: KnownDatasets, id: string, text: string): Promise<void> {
  const dataset = datasets.find((one) => one.id === id)!;
  if (dataset.content.kind !== 'tables') throw new Error(`${id} has no text`);
  const sink = new DatasetSink(dataset.content.ipv6Words, Date.now(), dataset.role === 'payload');
  await dataset.content.read(
    (async function* () {
      yield Buffer.from(text);
    })(),
    sink,
  );
  const built = sink.build();
  const about = { dataset: id, contentHash: '', builtAt: Date.now(), ...built.about };
  known.install(new LoadedDataset(dataset, about, { ...built, about }));
}
