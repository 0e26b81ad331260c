import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { linkProvider } from '../../domain/people/single-sign-on/sign-in.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { recordOwnAct } from '../sign-in/signed-in-caller.ts';
import { returnBody } from './finish-sso-session.ts';

export const finishLink = defineEndpoint({
  method: 'POST',
  path: '/api/auth/sso/link/finish',
  summary: 'Link a provider',
  description:
    "Links the provider with the ticket and the provider's answer, after the browser has returned. The ticket works once, within five minutes.",
  family: 'Single sign-on',
  access: 'session',
  confirmed: true,
  metered: false,
  body: returnBody,
  response: z.object({ id: idSchema, handle: z.string(), name: z.string() }),
  errors: ['wrong_credentials', 'ticket_over', 'conflict', 'not_found', 'upstream_failed'],
  async run(
    { caller, body, origin },
    ports: Parameters<typeof linkProvider>[3] & { readonly audit: Pick<AuditLog, 'record'> },
  ) {
    const { provider, user } = await linkProvider(body, caller, origin.address, ports);
    const { handle, name } = provider.settings;
    await recordOwnAct(caller, origin, 'provider_linked', ports.audit, { provider: handle });
    return { id: user.id, handle, name };
  },
});
