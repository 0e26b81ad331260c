import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits so many milliseconds for the first of what is to stream. A source that fails by then fails here, where the client
 * can still be told why: an answer that has begun can only break off.
 */
export async function beginStream<Item>(
  source: AsyncIterable<Item>,
  patience = 5_000,
): Promise<AsyncIterable<Item>> {
  const iterator = source[Symbol.asyncIterator]();
  const first = iterator.next();
  // Nobody else looks at it where the client wants the head of the answer alone.
  first.catch(() => undefined);
  const waiting = new AbortController();
  await Promise.race([first, delay(patience, undefined, { signal: waiting.signal })]).finally(() =>
    waiting.abort(),
  );
  return allOf(first, iterator);
}

async function* allOf<Item>(
  first: Promise<IteratorResult<Item>>,
  iterator: AsyncIterator<Item>,
): AsyncGenerator<Item> {
  try {
    for (let step = await first; step.done !== true; step = await iterator.next()) yield step.value;
  } finally {
    await iterator.return?.();
  }
}
