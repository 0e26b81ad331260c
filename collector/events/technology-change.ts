import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { domainSchema, timestampSchema } from './payload-schemas.ts';

export const technologyChange = defineEvent({
  name: 'technology_change',
  summary: 'A site uses a new technology, no longer uses one, or uses another version of one.',
  payload: z.object({
    domain: domainSchema,
    technology: z.string(),
    category: z.string(),
    change: z.enum(['added', 'removed', 'version']),
    old_version: z.string().nullable(),
    new_version: z.string().nullable(),
    timestamp: timestampSchema,
  }),
  rooms: ({ domain }) => [`domain:${domain}`],
});
