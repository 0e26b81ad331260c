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
    'Unlike `GET /api/range/{cidr}/scan`, which answers from this machine alone, this asks the network: the names of each address, ' +
    'and with `blacklists` the lists in the DNS, each no faster than it allows, which takes hours for a /16. The job is shared ' +
    'by all collectors and goes on after a restart from where it was.',
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
