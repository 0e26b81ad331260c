import { z } from 'zod';
import { isTimeZone } from '../time/local-time.ts';
import { idSchema } from './id.ts';
import { severitySchema } from './severity.ts';
import { timestampSchema } from './timestamp.ts';

/** The ways to tell of threats. */
export const channelKinds = [
  'webhook',
  'email',
  'slack',
  'teams',
  'discord',
  'pagerduty',
  'opsgenie',
  'alertmanager',
  'ntfy',
  'gotify',
  'matrix',
  'telegram',
] as const;
export const channelKindSchema = z.enum(channelKinds);
export type ChannelKind = (typeof channelKinds)[number];

const timeOfDaySchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);

/** The quiet hours are hours of each day in which only critical threats are told; the rest waits until they end. */
export const quietHoursSchema = z
  .object({
    from: timeOfDaySchema.meta({ examples: ['22:00'] }),
    to: timeOfDaySchema.meta({ examples: ['07:00'] }),
    time_zone: z
      .string()
      .max(64)
      .refine(isTimeZone, 'This is no time zone of the IANA database.')
      .meta({ examples: ['Europe/Berlin'] }),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'The hours end when they begin.' })
  .meta({ id: 'QuietHours' });

/** A digest tells of all threats of an hour or a day in one message; critical ones are told at once all the same. */
export const digestSchema = z.object({
  every: z.enum(['hour', 'day']),
  at: timeOfDaySchema.default('08:00').describe('Time of day at which the daily digest is sent.'),
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'This is no time zone of the IANA database.')
    .default('UTC'),
});

/** A notification channel is a target that is told of an account's threats, as the API shows it. */
export const notificationChannelSchema = z
  .object({
    id: idSchema,
    kind: channelKindSchema,
    target: z
      .string()
      .describe(
        'The URL, address or chat that receives the messages. If the URL alone allows anyone to post, ' +
          'it is shown shortened.',
      ),
    location_id: idSchema.nullable().describe('Null if the channel covers all locations of the account.'),
    least_severity: severitySchema,
    threat_types: z.array(z.string()).nullable().describe('Null if the channel covers all types of threats.'),
    tells_resolved: z.boolean().describe('Whether the channel also reports that a threat was resolved.'),
    by_case: z
      .boolean()
      .describe(
        'Whether threats of one case cause only one message. Another message follows only if a more ' +
          'severe threat joins the case.',
      ),
    quiet_hours: quietHoursSchema.nullable(),
    digest: digestSchema.nullable().describe('Null if each threat is sent in its own message.'),
    note: z.string().nullable(),
    created_at: timestampSchema,
    waiting: z.int().min(0).describe('Notifications that wait for an attempt.'),
    dead: z.int().min(0).describe('Notifications that were given up.'),
    refused: z.int().min(0).describe('Number of threats that were dropped because the queue was full.'),
    last_delivered_at: timestampSchema.nullable(),
  })
  .meta({ id: 'NotificationChannel' });
