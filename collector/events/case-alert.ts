import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { timestampSchema } from './payload-schemas.ts';

export const caseAlert = defineEvent({
  name: 'case_alert',
  summary: 'Threats at a location of the account were grouped into a new case, or a case became more severe.',
  payload: z.object({
    id: z.int(),
    change: z.enum(['opened', 'worsened']),
    title: z.string(),
    severity: severitySchema,
    location_id: z.int(),
    clients: z.array(z.string()),
    threats: z.int(),
    timestamp: timestampSchema,
  }),
  // What happens in one account's network is no other account's business.
  rooms: (_payload, accountId) => [accountId === null ? 'threat_feed' : `threat_feed:${accountId}`],
});
