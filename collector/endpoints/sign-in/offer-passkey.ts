import { creationOptionsSchema } from '@sonde/shared/schemas/people/passkey.ts';
import { z } from 'zod';
import { offerPasskey as offer } from '../../domain/people/passkeys/add-passkey.ts';
import { relyingParty } from '../../domain/people/passkeys/relying-party.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';

/** Operations of passkeys need the collector's own address. */
export interface SitePorts {
  readonly publicUrl: string | undefined;
}

export const offerPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/auth/passkeys/options',
  summary: 'Begin with a passkey',
  description:
    'Returns the options for `navigator.credentials.create()`. A passkey is bound to the host of ' +
    '`SONDE_PUBLIC_URL`, or else to the host at which the page was opened. Passkeys need HTTPS or ' +
    '`localhost`, and a host name instead of an IP address.',
  family: 'Authentication',
  access: 'session',
  confirmed: true,
  metered: false,
  response: z.object({ ticket: z.string(), options: creationOptionsSchema }),
  errors: ['conflict', 'not_found'],
  run({ caller, origin }, ports: Parameters<typeof offer>[2] & SitePorts) {
    return offer(caller, relyingParty(origin.site, ports.publicUrl), ports);
  },
});
