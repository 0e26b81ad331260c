import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ComplianceScheduleStore } from '../../ports/compliance/compliance-schedules.ts';
import { presentSchedule, scheduleSchema } from './present-schedule.ts';

export const listSchedules = defineEndpoint({
  method: 'GET',
  path: '/api/v2/compliance/schedules',
  summary: 'List schedules of compliance reports',
  description: 'Returns the schedules of the account, with the next run and the result of the last one.',
  family: 'Compliance',
  access: 'authenticated',
  query: z.object(pageParameters(50, 50)),
  response: z.object({
    count: countOnAllPages,
    schedules: z.array(scheduleSchema),
    limit: z.int(),
    offset: z.int(),
  }),
  async run(
    { caller, query },
    { complianceSchedules }: { readonly complianceSchedules: Pick<ComplianceScheduleStore, 'list'> },
  ) {
    const { count, schedules } = await complianceSchedules.list(caller.accountId, query);
    return { count, schedules: schedules.map(presentSchedule), ...query };
  },
});
