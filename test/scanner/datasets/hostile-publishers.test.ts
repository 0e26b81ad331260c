import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { buildDataset } from '../../../scanner/datasets/build/build-dataset.ts';
import type { Dataset } from '../../../scanner/datasets/dataset.ts';
import { KnownDatasets } from '../../../scanner/datasets/facts/known-datasets.ts';
import { DatasetFiles } from '../../../scanner/datasets/refresh/dataset-files.ts';
import { DatasetKeeper } from '../../../scanner/datasets/refresh/dataset-keeper.ts';
import { datasets } from '../../../scanner/datasets/sources/index.ts';
import { AddressPolicy } from '../../../scanner/network/address-policy.ts';
import { createGuardedFetch } from '../../../scanner/network/guarded-fetch.ts';
import { datasetSamples } from '../../support/datasets/dataset-samples.ts';
import { writeDatabase } from '../../support/datasets/write-database.ts';
import { startFeedServer } from '../../support/feeds/feed-server.ts';
import { silentLog } from '../../support/silent-log.ts';

/** What a publisher sends, as it should be: without the garbage that samples have among their rows. */
function documentOf(dataset: Dataset): Buffer {
  if (dataset.content.kind === 'mmdb')
    return writeDatabase({
      '192.0.2.0/24': { country: { iso_code: 'DE' }, country_code: 'DE', asn: 'AS64500' },
    });
  return Buffer.from(datasetSamples[dataset.id]!.text);
}

type Case = (response: ServerResponse, document: Buffer, dataset: Dataset, giveUp: () => void) => void;

const cases: Readonly<Record<string, Case>> = {
  'cut short': (response, document) => {
    const packed = gzipSync(document);
    response.end(packed.subarray(0, packed.length - 9));
  },
  'broken off': (response, document) => {
    response.writeHead(200, { 'content-length': document.length });
    response.write(document.subarray(0, document.length >> 1), () => response.destroy());
  },
  oversized: (response, _, { maxBytes }) => {
    response.writeHead(200, { 'content-length': maxBytes + 1 });
    response.write('x', () => response.destroy());
  },
  'packed zeros': (response, _, { maxUnpackedBytes }) => {
    response.end(gzipSync(Buffer.alloc(Math.min(maxUnpackedBytes, 4_194_304) + 1)));
  },
  'a web page': (response) => response.end('<!DOCTYPE html><html><p>Please log in</p></html>'),
  noise: (response) => response.end(randomBytes(4_096)),
  'a fault': (response) => void response.writeHead(503, { 'retry-after': '1' }).end('{}'),
  // The test gives up in place of a clock.
  'no answer': (_response, _document, _dataset, giveUp) => giveUp(),
};

for (const dataset of datasets) {
  test(`${dataset.id} is kept, whatever its publisher answers`, async (t) => {
    const directory = await mkdtemp(join(tmpdir(), 'sonde-hostile-'));
    let now = Date.UTC(2026, 10, 1);
    const clock = { now: () => now };
    let answer = (response: ServerResponse): void => void response.end(gzipSync(documentOf(dataset)));
    const server = await startFeedServer((_, response) => answer(response));
    t.teardown(async () => {
      await server.stop();
      await rm(directory, { recursive: true });
    });
    const known = new KnownDatasets(clock);
    const files = new DatasetFiles(directory);
    const keeper = new DatasetKeeper([dataset], [dataset], {
      known,
      files,
      clock,
      log: silentLog,
      userAgent: 'Sonde/test',
      build: buildDataset,
      fetch: createGuardedFetch({
        policy: new AddressPolicy(['127.0.0.0/8']),
        resolver: { addresses: async () => [] },
        userAgent: 'Sonde',
      }),
      settings: { urls: () => [`${server.url}one`], key: () => 'token' },
    });
    await keeper.refresh('all', new AbortController().signal);
    const loaded = known.get(dataset.id);
    const first = await files.state(dataset.id);
    if (loaded === undefined) return t.fail(`the true form is not taken: ${first.note}`);
    for (const [name, make] of Object.entries(cases)) {
      const scan = new AbortController();
      answer = (response) => make(response, documentOf(dataset), dataset, () => scan.abort());
      now += 40 * 86_400_000;
      await keeper.refresh('all', scan.signal).catch((error: unknown) => {
        if (!scan.signal.aborted) throw error;
      });
      t.is(known.get(dataset.id), loaded, name);
      const state = await files.state(dataset.id);
      t.is(state.snapshot?.file, first.snapshot!.file, name);
      if (name !== 'no answer') t.not(state.status, 'active', name);
    }
  });
}
