import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { domainSchema, timestampSchema } from './payload-schemas.ts';

export const scanComplete = defineEvent({
  name: 'scan_complete',
  summary: 'A scan of a domain ended.',
  payload: z.object({
    domain: domainSchema,
    result: z.record(z.string(), z.unknown()),
    timestamp: timestampSchema,
  }),
  rooms: ({ domain }) => [`domain:${domain}`],
});
