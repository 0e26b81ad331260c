import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import {
  type ComplianceSchedule,
  type ScheduleSettings,
  schedulePeriods,
} from '../../ports/compliance/compliance-schedules.ts';

export const scheduleParams = z.object({
  schedule_id: z.uuid().meta({ examples: ['6f1c2a52-94cc-4f5e-8a3f-0d7f4a1c9be2'] }),
});

const times = {
  every: z.enum(schedulePeriods).meta({ examples: ['weekly'] }),
  hour: z.int().min(0).max(23).default(6).describe('Hour of the day in UTC.'),
  weekday: z
    .int()
    .min(1)
    .max(7)
    .default(1)
    .describe('Day of the week from 1 (Monday), for weekly schedules.'),
  day: z.int().min(1).max(28).default(1).describe('Day of the month, for monthly schedules.'),
};

/** A schedule's body has the settings that people choose. */
export const scheduleBody = z.object({
  framework: z
    .string()
    .min(1)
    .max(64)
    .meta({ examples: ['internet.nl'] }),
  title: z.string().trim().min(1).max(200).optional(),
  domains: z
    .array(domainNameSchema)
    .max(1_000)
    .default([])
    .meta({ examples: [['example.com', 'example.org']] }),
  scan: z.boolean().default(true).describe('Whether to scan the domains again before each report.'),
  ...times,
  emails: z
    .array(z.string().trim().max(320))
    .max(20)
    .default([])
    .describe('Addresses that receive the report by mail. The operator of the collector must allow them.'),
  webhooks: z
    .array(
      z
        .string()
        .trim()
        .max(2_000)
        .regex(/^https?:\/\/[^\s/]/i, 'A webhook is an http or https URL.'),
    )
    .max(10)
    .default([])
    .describe('URLs that receive the event by POST.')
    .meta({ examples: [['https://hooks.example.com/sonde']] }),
  only_changes: z
    .boolean()
    .default(false)
    .describe('Whether to notify recipients only if something changed.'),
  active: z.boolean().default(true),
});

export const scheduleSchema = z
  .object({
    schedule_id: z.uuid(),
    framework: z.string(),
    title: z.string(),
    domains: z.array(z.string()),
    scan: z.boolean(),
    every: z.enum(schedulePeriods),
    hour: z.int(),
    weekday: z.int(),
    day: z.int(),
    emails: z.array(z.string()),
    webhooks: z.array(z.string()),
    only_changes: z.boolean(),
    active: z.boolean(),
    next_run_at: timestampSchema.nullable().describe('Null if the schedule is inactive.'),
    last_run_at: timestampSchema.nullable(),
    last_report_id: z.uuid().nullable(),
    last_error: z.string().nullable().describe('Why the last report could not be requested.'),
    waiting: z.int().describe('Number of recipients that are still waiting.'),
    given_up: z.int().describe('Number of recipients that could not be notified.'),
    delivery_error: z.string().nullable().describe('Why the last delivery failed.'),
    created_at: timestampSchema,
  })
  .meta({ id: 'ComplianceSchedule' });

export function settingsOf(
  body: z.output<typeof scheduleBody>,
): Omit<ScheduleSettings, 'title'> & { title: string | undefined } {
  const { only_changes: onlyChanges, title, ...rest } = body;
  return { ...rest, title, onlyChanges };
}

export function presentSchedule(schedule: ComplianceSchedule): z.input<typeof scheduleSchema> {
  const { id, framework, title, domains, scan, every, hour, weekday, day, emails, webhooks } = schedule;
  return {
    schedule_id: id,
    framework,
    title,
    domains: [...domains],
    scan,
    every,
    hour,
    weekday,
    day,
    emails: [...emails],
    webhooks: [...webhooks],
    only_changes: schedule.onlyChanges,
    active: schedule.active,
    next_run_at: schedule.active ? schedule.nextRunAt.toISOString() : null,
    last_run_at: schedule.lastRunAt?.toISOString() ?? null,
    last_report_id: schedule.lastReportId,
    last_error: schedule.lastError,
    waiting: schedule.waiting,
    given_up: schedule.dead,
    delivery_error: schedule.deliveryError,
    created_at: schedule.createdAt.toISOString(),
  };
}
