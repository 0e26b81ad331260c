import { z } from 'zod';
import { serviceKinds } from '../ports/scans/service-index.ts';
import { defineEvent } from './define-event.ts';
import { domainSchema, timestampSchema } from './payload-schemas.ts';

export const serviceChange = defineEvent({
  name: 'service_change',
  summary:
    'The TXT records of a domain tell of a service that they did not tell of before, or no longer of one; or an alias to a service leads to nothing (`dangling`), or no longer.',
  payload: z.object({
    domain: domainSchema,
    service: z.string(),
    category: z.string(),
    kind: z.enum(serviceKinds),
    change: z.enum(['added', 'removed']),
    timestamp: timestampSchema,
  }),
  rooms: ({ domain }) => [`domain:${domain}`],
});
