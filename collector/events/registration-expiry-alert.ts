import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { domainSchema, timestampSchema } from './payload-schemas.ts';

export const registrationExpiryAlert = defineEvent({
  name: 'registration_expiry_alert',
  summary: 'The registration of a tracked domain is about to expire, or has expired.',
  payload: z.object({
    domain: domainSchema,
    days_until_expiry: z.int(),
    expiry_date: timestampSchema,
    severity: severitySchema,
    timestamp: timestampSchema,
  }),
  rooms: ({ domain }) => [`domain:${domain}`],
});
