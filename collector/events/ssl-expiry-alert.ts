import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { domainSchema, timestampSchema } from './payload-schemas.ts';

export const sslExpiryAlert = defineEvent({
  name: 'ssl_expiry_alert',
  summary: 'The certificate of a tracked domain is about to expire, or has expired.',
  payload: z.object({
    domain: domainSchema,
    days_until_expiry: z.int(),
    expiry_date: timestampSchema,
    severity: severitySchema,
    endpoint: z
      .string()
      .describe(
        'Where the certificate is served: `web`, `smtp`, `dot` or `doh` with host, address and port. ' +
          'Or `certificate log` with the name of the log and the beginning of the digest.',
      ),
    timestamp: timestampSchema,
  }),
  rooms: ({ domain }) => [`domain:${domain}`],
});
