import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { domainSchema, timestampSchema } from './payload-schemas.ts';

export const dnsChange = defineEvent({
  name: 'dns_change',
  summary: 'The records of a tracked domain changed in meaning, or its registrar.',
  payload: z.object({
    domain: domainSchema,
    record_type: z.string().describe('A mnemonic, `_dmarc TXT`, or `registrar`.'),
    old_value: z.string().nullable(),
    new_value: z.string().nullable(),
    severity: severitySchema.describe(
      'How much it is about whose domain it is, or who may write in its name.',
    ),
    timestamp: timestampSchema,
  }),
  rooms: ({ domain }) => ['dns_changes', `domain:${domain}`],
});
