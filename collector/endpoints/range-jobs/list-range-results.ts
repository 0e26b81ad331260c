import { addressNotesSchema } from '@sonde/shared/schemas/address-note.ts';
import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { z } from 'zod';
import { requireRangeJob } from '../../domain/intelligence/addresses/live/submit-range-job.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { RangeJobStore } from '../../ports/addresses/range-jobs.ts';
import type { AddressNotes } from '../../ports/networks/address-notes.ts';
import { rangeJobParams } from './range-job-schema.ts';

export const listRangeResults = defineEndpoint({
  method: 'GET',
  path: '/api/v2/range-jobs/{range_job_id}/results',
  summary: 'List what a job of a range has found',
  description:
    'Returns the addresses with a name or a listing, and the addresses that could not be looked ' +
    'up, in ascending order.',
  family: 'Addresses',
  access: 'authenticated',
  params: rangeJobParams,
  query: z.object(pageParameters(256, 1_000)),
  response: z.object({
    job_id: z.uuid(),
    count: countOnAllPages,
    results: z.array(
      z.object({
        ip: z.string(),
        ptr_records: z.array(z.string()),
        confirmed: z
          .array(z.string())
          .describe('Names whose own address records point back to this address.'),
        listed_in: z.array(z.string()),
        unknown: z
          .array(z.string())
          .describe('What could not be looked up: `reverse_dns`, or the name of a list.'),
      }),
    ),
    addresses: addressNotesSchema,
    limit: z.int(),
    offset: z.int(),
  }),
  errors: ['not_found'],
  async run(
    { caller, params, query },
    ports: { rangeJobs: Pick<RangeJobStore, 'find' | 'results'>; addressNotes: AddressNotes },
  ) {
    const { id } = await requireRangeJob(caller.accountId, params.range_job_id, ports);
    const { count, results } = await ports.rangeJobs.results(id, query);
    return {
      job_id: id,
      count,
      results: results.map(({ ip, names, confirmed, listedIn, unknown }) => ({
        ip,
        ptr_records: [...names],
        confirmed: [...confirmed],
        listed_in: [...listedIn],
        unknown: [...unknown],
      })),
      addresses: ports.addressNotes.of(results.map(({ ip }) => ip)),
      ...query,
    };
  },
});
