import { parentPort } from 'node:worker_threads';
import { failureOf } from './failure.ts';
import type { FromThread, ToThread } from './messages.ts';

/** A function of this type performs a task, and may tell notes beside its result. */
export type Perform<Task, Result, Note> = (
  task: Task,
  context: { readonly signal: AbortSignal; readonly note: (note: Note) => void },
) => Promise<Result> | Result;

/** Makes this thread one of a pool: every task that comes is performed and answered. */
export function serveTasks<Task, Result, Note = never>(
  perform: Perform<Task, Result, Note>,
  transferOf: (result: Result) => ArrayBuffer[] = () => [],
): void {
  const port = parentPort!;
  const tell = (message: FromThread<Result, Note>, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer);
  const underWay = new Map<number, AbortController>();
  port.on('message', async (message: ToThread<Task>) => {
    const { number } = message;
    if (message.kind === 'give up') {
      underWay.get(number)?.abort();
      return;
    }
    const giveUp = new AbortController();
    underWay.set(number, giveUp);
    const context = { signal: giveUp.signal, note: (note: Note) => tell({ kind: 'note', note }) };
    try {
      const result = await perform(message.task, context);
      tell({ kind: 'done', number, result }, transferOf(result));
    } catch (error) {
      tell({ kind: 'failed', number, failure: failureOf(error) });
    } finally {
      underWay.delete(number);
    }
  });
}
