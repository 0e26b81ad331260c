import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { DocumentError } from '@sonde/shared/documents/document-error.ts';
import type { OriginChange } from '../../ports/origin-change.ts';
import { readSnapshot } from '../snapshot/snapshot-file.ts';
import type { CompareAnswer, CompareOrder } from './compare-in-worker.ts';
import { compareOrigins } from './compare-origins.ts';

/** Changes that are told at once: to take more would make the collector stand still. */
const atOnce = 1_000;

/** A thread that compares two tables of a million routes. */
const { before, after } = workerData as CompareOrder;
const port = parentPort!;
const tell = (answer: CompareAnswer) => port.postMessage(answer);
try {
  const [old, now] = await Promise.all([readSnapshot(before), readSnapshot(after)]);
  let piece: OriginChange[] = [];
  for (const change of compareOrigins(old, now)) {
    if (piece.length === atOnce) {
      tell({ changes: piece, isLast: false });
      await once(port, 'message');
      piece = [];
    }
    piece.push(change);
  }
  tell({ changes: piece, isLast: true });
} catch (error) {
  const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
  if (!(error instanceof DocumentError) && !isMissing) throw error;
  tell({ fault: isMissing ? 'A snapshot is gone.' : (error as Error).message });
}
