import { ssoConfigSchema } from '@sonde/shared/schemas/people/sso.ts';
import { act } from '../../domain/people/access/act.ts';
import { fromSettings } from '../../domain/people/single-sign-on/configure.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { SingleSignOnStore } from '../../ports/accounts/single-sign-on.ts';
import type { SitePorts } from '../sign-in/offer-passkey.ts';
import { presentSso } from './present-sso.ts';

export const deleteSsoConfig = defineEndpoint({
  method: 'DELETE',
  path: '/api/v2/sso/config',
  summary: 'Remove single sign-on',
  description:
    'Removes the provider. Sessions that began with it end at once. Its members stay. They can ' +
    'sign in another way, or again after a provider with the same issuer is set up.',
  family: 'Single sign-on',
  access: 'enterprise',
  needs: 'owner',
  confirmed: true,
  response: ssoConfigSchema,
  errors: ['conflict'],
  async run(
    { caller, origin },
    ports: SitePorts & {
      readonly singleSignOn: Pick<SingleSignOnStore, 'find' | 'remove'>;
      readonly audit: Pick<AuditLog, 'record'>;
    },
  ) {
    const { accountId } = caller;
    if ((await ports.singleSignOn.find(accountId))?.source === 'settings') throw fromSettings();
    if (await ports.singleSignOn.remove(accountId)) {
      await ports.audit.record(
        act(caller, origin, { action: 'sso_removed', object: `account:${accountId}` }),
      );
    }
    return presentSso(undefined, ports.publicUrl ?? origin.site);
  },
});
