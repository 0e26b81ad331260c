import {
  newCredentialSchema,
  passkeyNameSchema,
  passkeySchema,
  ticketSchema,
} from '@sonde/shared/schemas/people/passkey.ts';
import { z } from 'zod';
import { type AddPasskeyPorts, addPasskey as add } from '../../domain/people/passkeys/add-passkey.ts';
import { relyingParty } from '../../domain/people/passkeys/relying-party.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { SitePorts } from './offer-passkey.ts';
import { presentPasskey, recordOwnAct } from './signed-in-caller.ts';

export const addPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/auth/passkeys',
  summary: 'Add a passkey',
  description:
    'Stores the passkey that the browser created from the options. The collector does not check ' +
    'who made the authenticator (attestation `none`).',
  family: 'Authentication',
  access: 'session',
  metered: false,
  body: z.object({ ticket: ticketSchema, name: passkeyNameSchema, credential: newCredentialSchema }),
  response: passkeySchema,
  status: 201,
  errors: ['ticket_over', 'conflict'],
  async run(
    { caller, body, origin },
    ports: AddPasskeyPorts & SitePorts & { readonly audit: Pick<AuditLog, 'record'> },
  ) {
    const passkey = await add(caller, body, relyingParty(origin.site, ports.publicUrl), ports);
    await recordOwnAct(caller, origin, 'passkey_added', ports.audit, { passkey: passkey.id });
    return presentPasskey(passkey);
  },
});
