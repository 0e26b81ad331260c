import { setTimeout as delay } from 'node:timers/promises';
import type { SondeClient } from '@sonde/client/sonde-client.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Paint } from './paint.ts';
import { renderRangeJob } from './render-network.ts';
import type { NetworkScan } from './scan-network.ts';

/** Milliseconds between two looks at how far it is. */
const every = 1_000;
const pageSize = 1_000;

/** Asks a collector to look up the names and listings of a range, and waits for the end. `tell` hears how far it is. */
export async function scanRangeLive(
  cidr: string,
  client: SondeClient,
  {
    blacklists,
    paint,
    tell,
  }: { blacklists: boolean; paint: Paint; tell: (done: number, total: number) => void },
): Promise<NetworkScan> {
  let job = await client.call('POST /api/v2/range-jobs', { body: { cidr, blacklists } });
  const params = { range_job_id: job.job_id };
  while (job.finished_at === null) {
    await delay(every);
    job = await client.call('GET /api/v2/range-jobs/{range_job_id}', { params });
    tell(job.looked_at, job.total);
  }
  const results = [];
  const query = { limit: pageSize };
  for await (const result of client.items('GET /api/v2/range-jobs/{range_job_id}/results', { params, query }))
    results.push(result);
  const report = renderRangeJob(job, results, paint);
  return {
    answer: { ...job, results },
    report,
    exitCode: job.status === 'completed' ? exitCodes.ok : exitCodes.failed,
  };
}
