import { NotFound } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { nextRun } from '../../domain/intelligence/compliance/schedules/next-run.ts';
import {
  type ReadSchedulePorts,
  readSchedule,
} from '../../domain/intelligence/compliance/schedules/read-schedule.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { largestJson, ordinaryJson } from '../../http/json-limits.ts';
import type { ComplianceScheduleStore } from '../../ports/compliance/compliance-schedules.ts';
import {
  presentSchedule,
  scheduleBody,
  scheduleParams,
  scheduleSchema,
  settingsOf,
} from './present-schedule.ts';

interface Ports extends ReadSchedulePorts {
  readonly complianceSchedules: Pick<ComplianceScheduleStore, 'change'>;
  readonly clock: Clock;
}

export const changeSchedule = defineEndpoint({
  method: 'PUT',
  path: '/api/v2/compliance/schedules/{schedule_id}',
  summary: 'Change a schedule of compliance reports',
  description: 'Replaces the whole schedule. An inactive schedule creates no reports.',
  family: 'Compliance',
  access: 'authenticated',
  needs: 'analyst',
  jsonLimits: { ...ordinaryJson, bytes: largestJson.bytes },
  params: scheduleParams,
  body: scheduleBody,
  response: scheduleSchema,
  errors: ['not_found'],
  async run({ caller, params, body }, ports: Ports) {
    const settings = readSchedule(settingsOf(body), ports);
    const next = nextRun(settings, new Date(ports.clock.now()));
    const changed = await ports.complianceSchedules.change(
      caller.accountId,
      params.schedule_id,
      settings,
      next,
    );
    if (changed === undefined) throw new NotFound('schedule');
    return presentSchedule(changed);
  },
});
