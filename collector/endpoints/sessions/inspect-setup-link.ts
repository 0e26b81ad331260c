import { z } from 'zod';
import { readSetupLink, type SetupLinkPorts } from '../../domain/people/sessions/setup-link.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { setupTokenSchema } from './redeem-setup-link.ts';

export const inspectSetupLink = defineEndpoint({
  method: 'POST',
  path: '/api/auth/setup/inspect',
  summary: 'Look at a setup link',
  description: 'Whom the link is for, without using it up.',
  family: 'Authentication',
  access: 'public',
  ownPages: true,
  reserved: true,
  body: z.object({ token: setupTokenSchema }),
  response: z.object({
    email: z.string(),
    administrator: z.boolean().describe('Whether it is for an administrator.'),
    first_run: z.boolean().describe('Whether nobody has given the address that the person is known by.'),
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
