import { parentPort, workerData } from 'node:worker_threads';
import { DocumentError } from '@sonde/shared/documents/document-error.ts';
import { datasets } from '../sources/index.ts';
import { buildDataset } from './build-dataset.ts';
import type { BuildOrder, BuildOutcome } from './build-in-worker.ts';

/** A thread that makes one snapshot: millions of rows are read without anybody's having to wait. */
const { id, ...order } = workerData as BuildOrder;
const dataset = datasets.find((one) => one.id === id)!;
const outcome: BuildOutcome = await buildDataset({ dataset, ...order }).then(
  (about) => ({ about }),
  (error: unknown) => {
    if (error instanceof DocumentError) return { fault: error.message };
    throw error;
  },
);
parentPort!.postMessage(outcome);
