import { setTimeout as delay } from 'node:timers/promises';

/**
 * Turns many single calls into few calls of many: while one call is under way, and until `spacing` milliseconds after its
 * beginning, what arrives waits, and goes together in the next one. Costs a lone caller nothing and lets a crowd share round
 * trips.
 */
export function coalesce<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { most, spacing }: { readonly most: number; readonly spacing: number },
): (item: Item) => Promise<Result> {
  let waiting: { item: Item; settle: PromiseWithResolvers<Result> }[] = [];
  let busy = false;
  let begunAt = Number.NEGATIVE_INFINITY;

  const drain = async () => {
    busy = true;
    while (waiting.length > 0) {
      const early = begunAt + spacing - performance.now();
      if (early > 0 && waiting.length < most) await delay(early);
      begunAt = performance.now();
      const now = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        const results = await run(now.map((entry) => entry.item));
        now.forEach((entry, index) => {
          entry.settle.resolve(results[index]!);
        });
      } catch (error) {
        for (const entry of now) entry.settle.reject(error);
      }
    }
    busy = false;
  };

  return (item) => {
    const settle = Promise.withResolvers<Result>();
    waiting.push({ item, settle });
    if (!busy) void drain();
    return settle.promise;
  };
}
