import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { domainSchema, timestampSchema } from './payload-schemas.ts';

export const dnsChange = defineEvent({
  name: 'dns_change',
  summary: 'The records of a tracked domain changed in meaning.',
  payload: z.object({
    domain: domainSchema,
    record_type: z.string(),
    old_value: z.string().nullable(),
    new_value: z.string().nullable(),
    timestamp: timestampSchema,
  }),
  rooms: ({ domain }) => ['dns_changes', `domain:${domain}`],
});
