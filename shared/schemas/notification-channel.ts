import { z } from 'zod';
import { idSchema } from './id.ts';
import { severitySchema } from './severity.ts';
import { timestampSchema } from './timestamp.ts';

export const channelKindSchema = z.enum(['webhook', 'email']);

/** Where an account is told of threats, as the API shows it. */
export const notificationChannelSchema = z
  .object({
    id: idSchema,
    kind: channelKindSchema,
    target: z.string().describe('The URL that is posted to, or the address that is written to.'),
    location_id: idSchema.nullable().describe('Null for all locations of the account.'),
    least_severity: severitySchema,
    note: z.string().nullable(),
    created_at: timestampSchema,
    waiting: z.int().min(0).describe('Notifications that wait for an attempt.'),
    dead: z.int().min(0).describe('Notifications that were given up.'),
    refused: z.int().min(0).describe('Times that a threat found no room in the queue.'),
    last_delivered_at: timestampSchema.nullable(),
  })
  .meta({ id: 'NotificationChannel' });
