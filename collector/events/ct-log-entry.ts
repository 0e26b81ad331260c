import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { domainSchema, timestampSchema } from './payload-schemas.ts';

export const ctLogEntry = defineEvent({
  name: 'ct_log_entry',
  summary: 'A certificate for a domain appeared in a certificate transparency log.',
  payload: z.object({
    domain: domainSchema,
    certificate: z.object({
      issuer: z.string(),
      serial: z.string(),
      not_before: timestampSchema,
      not_after: timestampSchema,
    }),
    timestamp: timestampSchema,
  }),
  rooms: ({ domain }) => ['ct_logs', `domain:${domain}`],
});
