import { idSchema } from '@sonde/shared/schemas/id.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import type { MailReport } from '../../ports/accounts/mail-reports.ts';

export const reportTimesShape = {
  every: z.enum(['day', 'week']),
  weekday: z.int().min(1).max(7).describe('Day of weekly reports, from 1 (Monday).'),
  hour: z
    .int()
    .min(0)
    .max(23)
    .describe('Hour of the day in `time_zone`.')
    .meta({ examples: [8] }),
  time_zone: z
    .string()
    .min(1)
    .max(64)
    .describe('An IANA time zone name.')
    .meta({ examples: ['Europe/Vienna'] }),
  location_id: idSchema.nullable().describe('Limits the report to one location. Default: all locations.'),
};

export const mailReportSchema = z
  .object({
    id: idSchema,
    recipient: z.string(),
    ...reportTimesShape,
    created_at: timestampSchema,
    confirmed_at: timestampSchema
      .nullable()
      .describe('When the recipient confirmed. Nothing is sent before.'),
    next_at: timestampSchema.nullable(),
    last_sent_at: timestampSchema.nullable(),
    last_error: z.string().nullable(),
  })
  .meta({ id: 'MailReport' });

/** Presents a report by mail as the API shows it: without its token, which is the recipient's. */
export function presentReport(report: MailReport): z.input<typeof mailReportSchema> {
  return {
    id: report.id,
    recipient: report.recipient,
    every: report.every,
    weekday: report.weekday,
    hour: report.hour,
    time_zone: report.timeZone,
    location_id: report.locationId,
    created_at: report.createdAt.toISOString(),
    confirmed_at: report.confirmedAt?.toISOString() ?? null,
    next_at: report.nextAt?.toISOString() ?? null,
    last_sent_at: report.lastSentAt?.toISOString() ?? null,
    last_error: report.lastError,
  };
}
