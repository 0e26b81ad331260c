import { z } from 'zod';
import { serviceKinds } from '../ports/scans/service-index.ts';
import { defineEvent } from './define-event.ts';
import { domainSchema, timestampSchema } from './payload-schemas.ts';

export const serviceChange = defineEvent({
  name: 'service_change',
  summary:
    'The TXT records of a domain show a new service, or no longer show a known one. Or an alias ' +
    'to a service now leads nowhere (`dangling`), or no longer does.',
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
