import type { BrowserContext } from 'playwright-core';

/** Batches that the store has refused, of which two were tried together: a collector whose store is well has none. */
export const batchesAside = [
  batch(
    1,
    'gateway.office.example',
    5_000,
    'Code: 27. Cannot parse input: expected \u2019,\u2019 before: \u202e',
    [2],
  ),
  batch(2, 'gateway.office.example', 4_812, null, [1]),
  batch(3, null, null, null, []),
];

/** Has batches lie aside until they are taken up again or discarded, which is what the two operations then answer. */
export async function answerAside(context: BrowserContext): Promise<void> {
  let left = batchesAside;
  await context.route('**/api/admin/spool/aside**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith('/aside')) {
      const answer = { collector_id: 'this-one', bytes: 3_000_000, other_files: 1, limit: 100, offset: 0 };
      return route.fulfill({ json: { ...answer, count: left.length, batches: left } });
    }
    const { batch_ids: ids } = route.request().postDataJSON() as { batch_ids: string[] };
    const isDiscard = pathname.endsWith('/discard');
    const outcomes = ids.map((id) => ({
      batch_id: id,
      result: isDiscard ? 'discarded' : 'taken_up',
      message: isDiscard ? 'It is discarded.' : 'It waits to be stored.',
    }));
    left = left.filter(({ batch_id: id }) => !ids.includes(id));
    return route.fulfill({ json: { outcomes } });
  });
}

function batch(
  number: number,
  host: string | null,
  rows: number | null,
  reason: string | null,
  with_: readonly number[],
) {
  return {
    batch_id: idOf(number),
    location_id: host === null ? null : 1,
    location_name: host === null ? null : 'Head office',
    agent_id: null,
    agent_host: host,
    rows,
    bytes: 1_234_567,
    accepted_at: '2026-11-23T10:00:00.000Z',
    set_aside_at: '2026-11-23T10:01:00.000Z',
    reason,
    fault: host === null ? 'Its file of rows is missing.' : null,
    tried_with: with_.map(idOf),
  };
}

function idOf(number: number): string {
  return `00000000-0000-4000-8000-00000000000${number}`;
}
