import { NotFound } from '@sonde/shared/errors.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ComplianceScheduleStore } from '../../ports/compliance/compliance-schedules.ts';
import { scheduleParams } from './present-schedule.ts';

export const deleteSchedule = defineEndpoint({
  method: 'DELETE',
  path: '/api/v2/compliance/schedules/{schedule_id}',
  summary: 'Delete a schedule of compliance reports',
  description: 'Reports that the schedule has created stay.',
  family: 'Compliance',
  access: 'authenticated',
  needs: 'analyst',
  params: scheduleParams,
  response: z.object({ success: z.literal(true) }),
  errors: ['not_found'],
  async run(
    { caller, params },
    { complianceSchedules }: { readonly complianceSchedules: Pick<ComplianceScheduleStore, 'remove'> },
  ) {
    if (!(await complianceSchedules.remove(caller.accountId, params.schedule_id)))
      throw new NotFound('schedule');
    return { success: true as const };
  },
});
