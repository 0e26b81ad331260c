import { ssoConfigSchema } from '@sonde/shared/schemas/people/sso.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { SingleSignOnStore } from '../../ports/accounts/single-sign-on.ts';
import type { SitePorts } from '../sign-in/offer-passkey.ts';
import { presentSso } from './present-sso.ts';

export const getSsoConfig = defineEndpoint({
  method: 'GET',
  path: '/api/v2/sso/config',
  summary: 'Show the configuration of single sign-on',
  description:
    'Returns the OpenID Connect provider of the account and the addresses to register with it. ' +
    'Secrets are never shown. SAML is unsupported.',
  family: 'Single sign-on',
  access: 'enterprise',
  needs: 'owner',
  response: ssoConfigSchema,
  async run(
    { caller, origin },
    ports: SitePorts & { readonly singleSignOn: Pick<SingleSignOnStore, 'find'> },
  ) {
    return presentSso(await ports.singleSignOn.find(caller.accountId), ports.publicUrl ?? origin.site);
  },
});
