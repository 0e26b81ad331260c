import type { Random } from '@sonde/shared/system/random.ts';
import { z } from 'zod';
import { submitRangeJob as submit } from '../../domain/intelligence/addresses/live/submit-range-job.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { RangeJobStore } from '../../ports/addresses/range-jobs.ts';
import { presentRangeJob, rangeJobSchema } from './range-job-schema.ts';

export const submitRangeJob = defineEndpoint({
  method: 'POST',
  path: '/api/v2/range-jobs',
  summary: 'Ask for the names and listings of a range',
  description:
    'Starts a job that queries the network, unlike `GET /api/range/{cidr}/scan`, which uses only ' +
    'local data. The job looks up the names of each address, and with `blacklists` also the DNS ' +
    'blocklists, at the rate that each list allows. This takes hours for a /16. All collectors ' +
    'work on the job, and it continues after a restart.',
  family: 'Addresses',
  access: 'authenticated',
  needs: 'analyst',
  cost: 10,
  body: z.object({
    cidr: z
      .string()
      .min(1)
      .max(64)
      .meta({ examples: ['198.51.100.0/24'] }),
    blacklists: z.boolean().default(false),
  }),
  response: rangeJobSchema,
  status: 202,
  async run(
    { caller, body },
    ports: { rangeJobs: Pick<RangeJobStore, 'submit'>; random: Pick<Random, 'uuid'> },
  ) {
    const { cidr, blacklists: lists } = body;
    return presentRangeJob(await submit({ accountId: caller.accountId, cidr, lists }, ports));
  },
});
