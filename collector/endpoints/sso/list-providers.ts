import { providerHandleSchema } from '@sonde/shared/schemas/people/sso.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { SingleSignOnStore } from '../../ports/accounts/single-sign-on.ts';

export const listProviders = defineEndpoint({
  method: 'GET',
  path: '/api/auth/sso',
  summary: 'List the providers that one signs in by',
  description:
    'Returns the providers that administrators set up, which are on every sign-in page. If the ' +
    'request names an organization, its provider comes first. The answer contains nothing about ' +
    'people.',
  family: 'Single sign-on',
  access: 'public',
  metered: false,
  reserved: true,
  query: z.object({ organization: providerHandleSchema.optional() }),
  response: z.object({ providers: z.array(z.object({ handle: z.string(), name: z.string() })) }),
  async run(
    { query: { organization } },
    { singleSignOn }: { singleSignOn: Pick<SingleSignOnStore, 'listOffered' | 'findByHandle'> },
  ) {
    const offered = await singleSignOn.listOffered();
    const named = organization === undefined ? undefined : await singleSignOn.findByHandle(organization);
    const isMore =
      named?.settings.enabled === true && !offered.some(({ accountId }) => accountId === named.accountId);
    return {
      providers: [...(isMore ? [named] : []), ...offered].map(({ settings: { handle, name } }) => ({
        handle,
        name,
      })),
    };
  },
});
