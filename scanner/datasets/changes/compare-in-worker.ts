import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DocumentError } from '@sonde/shared/documents/document-error.ts';
import type { OriginChange } from '../../ports/origin-change.ts';

/** The paths of two snapshots of a dataset with routes. */
export interface CompareOrder {
  readonly before: string;
  readonly after: string;
}

/** A comparison is told piece by piece; each piece is asked for, so that none pile up. */
export type CompareAnswer =
  | { readonly changes: readonly OriginChange[]; readonly isLast: boolean }
  | { readonly fault: string };

const program = new URL('./compare-worker.ts', import.meta.url);

/**
 * Compares two snapshots in a thread of its own and gives the changes in pieces. Throws a DocumentError if a snapshot is
 * none.
 */
export async function* compareInWorker(
  order: CompareOrder,
  signal: AbortSignal,
): AsyncGenerator<readonly OriginChange[]> {
  const worker = new Worker(program, { workerData: order, resourceLimits: { maxOldGenerationSizeMb: 512 } });
  const ended = new AbortController();
  const giveUp = AbortSignal.any([signal, ended.signal]);
  worker.once('exit', () => ended.abort(new DocumentError('The comparison was broken off.')));
  try {
    for await (const [answer] of on(worker, 'message', { signal: giveUp })) {
      const told = answer as CompareAnswer;
      if ('fault' in told) throw new DocumentError(told.fault);
      yield told.changes;
      if (told.isLast) return;
      worker.postMessage('next');
    }
  } catch (error) {
    signal.throwIfAborted();
    // A thread that tells a fault ends behind it, and may have by the time that the fault is read.
    throw ended.signal.aborted && !(error instanceof DocumentError) ? ended.signal.reason : error;
  } finally {
    await worker.terminate();
  }
}
