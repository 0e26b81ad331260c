import { addressNotesSchema } from '@sonde/shared/schemas/address-note.ts';
import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { timestampSchema } from './payload-schemas.ts';

export const threatAlert = defineEvent({
  name: 'threat_alert',
  summary: 'A threat was opened at a location of the account.',
  payload: z.object({
    id: z.int(),
    type: z.string(),
    message: z.string(),
    severity: severitySchema,
    location_id: z.int(),
    domain: z.string(),
    client_ip: z.string(),
    addresses: addressNotesSchema,
    timestamp: timestampSchema,
  }),
  // What happens in one account's network is no other account's business.
  rooms: (_payload, accountId) => [accountId === null ? 'threat_feed' : `threat_feed:${accountId}`],
});
