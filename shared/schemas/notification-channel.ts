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

/** A notification channel is a target that is told of an account's threats, as the API shows it. */
export const notificationChannelSchema = z
  .object({
    id: idSchema,
    kind: channelKindSchema,
    target: z
      .string()
      .describe(
        'The URL that is posted to, or the address or chat that is written to. A URL that lets whoever knows it write is shown shortened.',
      ),
    location_id: idSchema.nullable().describe('Null for all locations of the account.'),
    least_severity: severitySchema,
    threat_types: z.array(z.string()).nullable().describe('Null for all types.'),
    tells_resolved: z.boolean().describe('Whether the resolution of a threat is told too.'),
    quiet_hours: quietHoursSchema.nullable(),
    note: z.string().nullable(),
    created_at: timestampSchema,
    waiting: z.int().min(0).describe('Notifications that wait for an attempt.'),
    dead: z.int().min(0).describe('Notifications that were given up.'),
    refused: z.int().min(0).describe('Times that a threat found no room in the queue.'),
    last_delivered_at: timestampSchema.nullable(),
  })
  .meta({ id: 'NotificationChannel' });
