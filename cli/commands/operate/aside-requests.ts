import type { AsideBatch, AsideOutcome } from '@sonde/client/api-types.generated.ts';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import type { SondeClient } from '@sonde/client/sonde-client.ts';

const batchesPerPage = 1_000;
/** Each may have 48 MiB, which the collector reads before it takes them up. */
const mostRetriedAtOnce = 20;
const mostDiscardedAtOnce = 1_000;

/** Lists all batches that lie aside, page by page. */
export async function listAside(client: SondeClient): Promise<AnswerOf<'GET /api/admin/spool/aside'>> {
  const batches: AsideBatch[] = [];
  for (;;) {
    const query = { limit: batchesPerPage, offset: batches.length };
    const page = await client.call('GET /api/admin/spool/aside', { query });
    batches.push(...page.batches);
    if (page.batches.length < batchesPerPage) return { ...page, batches };
  }
}

/** Does it to batches, some at once; those that were tried together always are. Ends early if the collector is busy. */
export async function actOnAside(
  client: SondeClient,
  action: 'retry' | 'discard',
  batches: readonly Pick<AsideBatch, 'batch_id' | 'tried_with'>[],
): Promise<AsideOutcome[]> {
  const outcomes = new Map<string, AsideOutcome>();
  const most = action === 'retry' ? mostRetriedAtOnce : mostDiscardedAtOnce;
  const waiting = batches.toReversed();
  while (waiting.length > 0) {
    const ids: string[] = [];
    const named = new Set<string>();
    for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
      const startsGroup = !next.tried_with.some((id) => named.has(id));
      if (ids.length > 0 && startsGroup && ids.length + next.tried_with.length >= most) break;
      waiting.pop();
      if (outcomes.has(next.batch_id)) continue;
      ids.push(next.batch_id);
      named.add(next.batch_id);
    }
    if (ids.length === 0) break;
    const answer = await client.call(`POST /api/admin/spool/aside/${action}`, { body: { batch_ids: ids } });
    for (const outcome of answer.outcomes) outcomes.set(outcome.batch_id, outcome);
    if (answer.outcomes.some(({ result }) => result === 'busy')) break;
  }
  return [...outcomes.values()];
}
