import { z } from 'zod';
import { readSetupLink, type SetupLinkPorts } from '../../domain/people/sessions/setup-link.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { setupTokenSchema } from './redeem-setup-link.ts';

export const inspectSetupLink = defineEndpoint({
  method: 'POST',
  path: '/api/auth/setup/inspect',
  summary: 'Look at a setup link',
  description: 'Shows the person whom the link is for. The link stays valid.',
  family: 'Authentication',
  access: 'public',
  ownPages: true,
  reserved: true,
  body: z.object({ token: setupTokenSchema }),
  response: z.object({
    email: z.string(),
    administrator: z.boolean().describe('Whether the link is for an administrator.'),
    first_run: z.boolean().describe('True if the person does not have an e-mail address yet.'),
  }),
  async run({ body, origin }, ports: Pick<SetupLinkPorts, 'setupLinks' | 'attempts' | 'clock'>) {
    const { person, account } = await readSetupLink(body.token, origin.address, ports);
    return {
      email: person.email,
      administrator: account.administrator,
      first_run: person.email.endsWith('.invalid'),
    };
  },
});
