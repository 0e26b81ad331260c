import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DocumentError } from '@sonde/shared/documents/document-error.ts';
import type { SnapshotFacts } from '../snapshot/compiled.ts';
import type { BuildTask } from './build-dataset.ts';

export type BuildOrder = Omit<BuildTask, 'dataset'> & { readonly id: string };
export type BuildOutcome = { readonly about: SnapshotFacts } | { readonly fault: string };

/** MiB. A document that makes a build take more costs the build. */
const largestHeap = 1_024;
const program = new URL('./build-worker.ts', import.meta.url);

/** Makes a snapshot in a thread of its own. Throws a DocumentError if the document is not what it should be. */
export async function buildInWorker(
  { dataset, ...task }: BuildTask,
  signal: AbortSignal,
): Promise<SnapshotFacts> {
  const order: BuildOrder = { ...task, id: dataset.id };
  const worker = new Worker(program, {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: largestHeap },
  });
  const giveUp = () => void worker.terminate();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    const ended = once(worker, 'exit').then((): BuildOutcome => ({ fault: 'Its reading was broken off.' }));
    const told = once(worker, 'message') as Promise<[BuildOutcome]>;
    const outcome = await Promise.race([told.then(([message]) => message), ended]);
    if ('fault' in outcome) throw new DocumentError(outcome.fault);
    return outcome.about;
  } catch (error) {
    // What a worker dies of, such as too much memory, is the document's doing.
    if (error instanceof DocumentError) throw error;
    throw new DocumentError(
      `The document could not be read: ${String((error as Error).message).slice(0, 200)}`,
    );
  } finally {
    signal.removeEventListener('abort', giveUp);
    await worker.terminate();
  }
}
