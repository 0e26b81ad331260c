import type { ApiOptions } from './admin-options.ts';
import { callApi } from './call-api.ts';

export interface AsideBatch {
  readonly batch_id: string;
  readonly location_id: number | null;
  readonly location_name: string | null;
  readonly agent_id: number | null;
  readonly agent_host: string | null;
  readonly rows: number | null;
  readonly bytes: number;
  readonly set_aside_at: string;
  readonly reason: string | null;
  readonly fault: string | null;
  readonly tried_with: readonly string[];
}

export interface AsideOutcome {
  readonly batch_id: string;
  readonly result: string;
  readonly message: string;
}

interface AsideList {
  readonly collector_id: string;
  readonly count: number;
  readonly bytes: number;
  readonly other_files: number;
  readonly batches: readonly AsideBatch[];
}

const path = '/api/admin/spool/aside';
const batchesPerPage = 1_000;
/** Each may have 48 MiB, which the collector reads before it takes them up. */
const mostRetriedAtOnce = 20;
const mostDiscardedAtOnce = 1_000;

/** All that lies aside, page by page. */
export async function listAside(options: ApiOptions): Promise<AsideList> {
  const batches: AsideBatch[] = [];
  for (;;) {
    const query = `?limit=${batchesPerPage}&offset=${batches.length}`;
    const page = (await callApi({ ...options, method: 'GET', path: `${path}${query}` })) as AsideList;
    batches.push(...page.batches);
    if (page.batches.length < batchesPerPage) return { ...page, batches };
  }
}

/** Does it to batches, some at once; those that were tried together always are. Ends early where the collector is busy. */
export async function actOnAside(
  options: ApiOptions,
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
    const body = Buffer.from(JSON.stringify({ batch_ids: ids }));
    const contentType = 'application/json';
    const call = { ...options, method: 'POST', path: `${path}/${action}`, contentType, body };
    const answer = (await callApi(call)) as { outcomes: readonly AsideOutcome[] };
    for (const outcome of answer.outcomes) outcomes.set(outcome.batch_id, outcome);
    if (answer.outcomes.some(({ result }) => result === 'busy')) break;
  }
  return [...outcomes.values()];
}
