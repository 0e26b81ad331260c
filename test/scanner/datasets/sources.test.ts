import { Readable } from 'node:stream';
import test from 'ava';
import fc from 'fast-check';
import type { Dataset } from '../../../scanner/datasets/dataset.ts';
import { DatasetSink } from '../../../scanner/datasets/dataset-sink.ts';
import { KnownDatasets } from '../../../scanner/datasets/facts/known-datasets.ts';
import { LoadedDataset } from '../../../scanner/datasets/facts/loaded-dataset.ts';
import { datasets } from '../../../scanner/datasets/sources/index.ts';
import { addressBytes } from '../../../shared/net/address.ts';
import { datasetSamples } from '../../support/datasets/dataset-samples.ts';

const now = Date.UTC(2026, 10, 1);

async function load(dataset: Dataset, text: string): Promise<LoadedDataset> {
  if (dataset.content.kind !== 'tables') throw new Error(`${dataset.id} has no text`);
  const sink = new DatasetSink(dataset.content.ipv6Words, now, dataset.role === 'payload');
  await dataset.content.read(Readable.from([Buffer.from(text)]), sink);
  const built = sink.build();
  const about = { dataset: dataset.id, contentHash: '', builtAt: now, ...built.about };
  return new LoadedDataset(dataset, about, { ...built, about });
}

const byId = (id: string) => datasets.find((dataset) => dataset.id === id)!;

test('each dataset has an id, a licence, and a sample that is tested', (t) => {
  t.is(new Set(datasets.map(({ id }) => id)).size, datasets.length);
  for (const { id, licence, fills, isDefault, urls, key, content } of datasets) {
    t.regex(id, /^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    t.not(licence, '');
    t.true(fills.length > 0);
    t.true(content.kind === 'mmdb' || id in datasetSamples, `there is no sample of ${id}`);
    const addresses = urls(new Date(now));
    t.true(addresses.every((url) => url.startsWith('https://')));
    if (isDefault) t.true(addresses.length > 0 && key === undefined && !licence.startsWith('None'));
  }
});

for (const [id, { text, finds, malformed, leftOut = 0 }] of Object.entries(datasetSamples)) {
  test(`${id} is read in its true form, and garbage in it counted`, async (t) => {
    const loaded = await load(byId(id), text);
    const known = new KnownDatasets({ now: () => now });
    known.install(loaded);
    t.is(loaded.about.malformedRows, malformed);
    t.is(loaded.about.leftOut, leftOut);
    for (const [address, expected] of Object.entries(finds)) {
      if (address.startsWith('AS')) t.like(known.named(Number(address.slice(2))), expected);
      else t.like(known.find(addressBytes(address)), expected, address);
    }
  });
}

test('payloads of the RPKI validate routes, AS 0 nothing, and none once they are old', async (t) => {
  let time = now;
  const known = new KnownDatasets({ now: () => time });
  known.install(await load(byId('rpki-client'), datasetSamples['rpki-client']!.text));
  const state = (prefix: string, origin: number) => known.validate(prefix, origin)?.validity;
  t.is(state('192.0.2.0/24', 64_500), 'valid');
  t.is(state('192.0.2.0/25', 64_500), 'invalid_length');
  t.is(state('192.0.2.0/24', 64_999), 'invalid_origin');
  t.is(state('203.0.113.0/24', 0), 'invalid_origin');
  t.is(state('198.51.100.0/24', 64_502), 'not_found', 'it has expired');
  t.is(state('2001:db8::/48', 64_501), 'valid');
  t.deepEqual(known.validate('192.0.2.0/25', 64_500)?.covering, [
    { prefix: '192.0.2.0/24', maxLength: 24, asn: 64_500 },
  ]);
  time += 25 * 3_600_000;
  t.is(known.validate('192.0.2.0/24', 64_500), null);
});

test('no document makes a reader fail otherwise than by a sentence', async (t) => {
  const readable = datasets.filter(({ content }) => content.kind === 'tables');
  const samples = Object.values(datasetSamples).map(({ text }) => text);
  const broken = fc
    .tuple(fc.constantFrom(...samples), fc.nat(), fc.string({ maxLength: 12, unit: 'binary' }))
    .map(
      ([text, at, junk]) => text.slice(0, at % (text.length + 1)) + junk + text.slice(at % (text.length + 3)),
    );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...readable), fc.oneof(broken, fc.string()), async (dataset, text) => {
      const outcome = await load(dataset, text).catch((error: Error) => error.name);
      t.true(outcome instanceof LoadedDataset || outcome === 'DocumentError');
    }),
    { numRuns: 300 },
  );
});
