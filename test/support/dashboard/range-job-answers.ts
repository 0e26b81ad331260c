import type { BrowserContext } from 'playwright-core';
import type { RangeJob } from '../../../client/api-types.generated.ts';
import type { AnswerOf } from '../../../client/operation-types.ts';

const at = '2026-11-28T10:00:00.000Z';

const running: RangeJob = {
  job_id: '00000000-0000-4000-8000-000000000009',
  status: 'running',
  cidr: '203.0.113.0/28',
  blacklists: true,
  total: 16,
  looked_at: 4,
  named: 1,
  listed: 0,
  progress: 0.25,
  created_at: at,
  started_at: at,
  finished_at: null,
};

const results: AnswerOf<'GET /api/v2/range-jobs/{range_job_id}/results'> = {
  job_id: running.job_id,
  count: 2,
  results: [
    {
      ip: '203.0.113.5',
      ptr_records: ['<img src=x onerror=alert(1)>\u202e.example.net', 'www.example.com'],
      confirmed: ['www.example.com'],
      listed_in: [],
      unknown: ['reverse_dns'],
    },
    { ip: '203.0.113.6', ptr_records: [], confirmed: [], listed_in: ['zen.example'], unknown: [] },
  ],
  addresses: null,
  limit: 500,
  offset: 0,
};

/** Has a range asked about for names and listings, which goes on until it is cancelled: the collector of a test asks nobody. */
export async function answerRangeJob(context: BrowserContext): Promise<void> {
  let job: RangeJob = running;
  await context.route('**/api/v2/range-jobs**', (route) => route.fulfill({ json: listOf(job) }));
  await context.route('**/api/v2/range-jobs', (route) =>
    route.fulfill(route.request().method() === 'POST' ? { status: 202, json: job } : { json: listOf(job) }),
  );
  await context.route('**/api/v2/range-jobs/*', (route) => route.fulfill({ json: job }));
  await context.route('**/api/v2/range-jobs/*/results**', (route) => route.fulfill({ json: results }));
  await context.route('**/api/v2/range-jobs/*/cancel', (route) => {
    job = { ...job, status: 'cancelled', finished_at: at };
    return route.fulfill({ json: job });
  });
}

function listOf(job: RangeJob): AnswerOf<'GET /api/v2/range-jobs'> {
  return { count: 1, jobs: [job], limit: 20, offset: 0 };
}
