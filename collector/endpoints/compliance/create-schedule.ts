import { Conflict } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import { nextRun } from '../../domain/intelligence/compliance/schedules/next-run.ts';
import {
  type ReadSchedulePorts,
  readSchedule,
} from '../../domain/intelligence/compliance/schedules/read-schedule.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { largestJson, ordinaryJson } from '../../http/json-limits.ts';
import type { ComplianceScheduleStore } from '../../ports/compliance/compliance-schedules.ts';
import { presentSchedule, scheduleBody, scheduleSchema, settingsOf } from './present-schedule.ts';

const mostSchedules = 50;

interface Ports extends ReadSchedulePorts {
  readonly complianceSchedules: Pick<ComplianceScheduleStore, 'add'>;
  readonly clock: Clock;
  readonly random: Pick<Random, 'uuid'>;
}

export const createSchedule = defineEndpoint({
  method: 'POST',
  path: '/api/v2/compliance/schedules',
  summary: 'Have a compliance report written again and again',
  description:
    'Creates reports daily, weekly or monthly on one of the collectors. Each report is compared ' +
    'with the previous one of the schedule. E-mail recipients get the printable page. Webhooks ' +
    'get the event `compliance_report`, signed by the Standard Webhooks specification with the ' +
    'key of `GET /api/v2/compliance/signing-key` (`v1a`). Failed deliveries are retried for about ' +
    'a day.',
  family: 'Compliance',
  access: 'enterprise',
  needs: 'analyst',
  jsonLimits: { ...ordinaryJson, bytes: largestJson.bytes },
  body: scheduleBody,
  response: scheduleSchema,
  status: 201,
  errors: ['not_found', 'conflict'],
  async run({ caller, body }, ports: Ports) {
    const settings = readSchedule(settingsOf(body), ports);
    const next = nextRun(settings, new Date(ports.clock.now()));
    const id = ports.random.uuid();
    const added = await ports.complianceSchedules.add(caller.accountId, id, settings, next, mostSchedules);
    if (added === undefined) throw new Conflict(`An account has at most ${mostSchedules} schedules.`);
    return presentSchedule(added);
  },
});
