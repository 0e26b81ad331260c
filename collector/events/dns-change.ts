import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { domainSchema, timestampSchema } from './payload-schemas.ts';

export const dnsChange = defineEvent({
  name: 'dns_change',
  summary: 'The records or the registrar of a tracked domain changed in a meaningful way.',
  payload: z.object({
    domain: domainSchema,
    record_type: z.string().describe('A record type such as `MX`, `_dmarc TXT`, or `registrar`.'),
    old_value: z.string().nullable(),
    new_value: z.string().nullable(),
    severity: severitySchema.describe(
      'How much the change affects who controls the domain or who can send mail in its name.',
    ),
    timestamp: timestampSchema,
  }),
  rooms: ({ domain }) => ['dns_changes', `domain:${domain}`],
});
