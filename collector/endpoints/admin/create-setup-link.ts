import { NotFound } from '@sonde/shared/errors.ts';
import { emailSchema } from '@sonde/shared/schemas/people/account.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { administratorLinkLifetime } from '../../domain/people/provisioning/offer-setup-link.ts';
import { makeSetupLink } from '../../domain/people/sessions/setup-link.ts';
import { setupLinkUrl } from '../../domain/people/sessions/setup-link-url.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { CredentialStore } from '../../ports/accounts/credentials.ts';
import type { PasskeyStore } from '../../ports/accounts/passkeys.ts';
import type { SecondFactorStore } from '../../ports/accounts/second-factors.ts';
import type { SetupLinkStore } from '../../ports/accounts/setup-links.ts';

export const createSetupLink = defineEndpoint({
  method: 'POST',
  path: '/api/admin/setup-links',
  summary: 'Make a setup link',
  description:
    'Returns a link with which a person sets a new password without the old one. The link works ' +
    'once and expires after an hour. Earlier links of the person stop working.',
  family: 'Administration',
  access: 'admin',
  confirmed: true,
  body: z.object({
    email: emailSchema
      .optional()
      .describe("E-mail address of the person. Default: the first owner of the caller's account."),
    remove_second_factors: z
      .boolean()
      .default(false)
      .describe(
        "Whether to remove the person's authenticator app, recovery codes and passkeys at once, for " +
          'someone who has lost them.',
      ),
  }),
  response: z.object({
    email: z.string(),
    path: z
      .string()
      .describe('Path of the link. Append it to the address of the collector. Shown only in this answer.'),
    expires_at: timestampSchema,
  }),
  status: 201,
  errors: ['not_found'],
  async run(
    { caller, body, origin },
    ports: {
      credentials: Pick<CredentialStore, 'find' | 'findMember'>;
      setupLinks: Pick<SetupLinkStore, 'create'>;
      secondFactors: Pick<SecondFactorStore, 'remove'>;
      passkeys: Pick<PasskeyStore, 'removeAll'>;
      audit: Pick<AuditLog, 'record'>;
      random: Random;
      clock: Clock;
    },
  ) {
    const member =
      body.email === undefined
        ? await ports.credentials.findMember(caller.accountId, caller.personId)
        : await ports.credentials.find(body.email);
    if (member === undefined) throw new NotFound('person');
    const { person } = member;
    if (body.remove_second_factors) {
      const app = await ports.secondFactors.remove(person.id);
      const details = { app, passkeys: await ports.passkeys.removeAll(person.id) };
      await ports.audit.record(
        act(caller, origin, { action: 'second_factors_removed', object: `person:${person.id}`, details }),
      );
    }
    const { token, expiresAt } = await makeSetupLink(person.id, administratorLinkLifetime, ports);
    await ports.audit.record(
      act(caller, origin, { action: 'setup_link_made', object: `person:${person.id}` }),
    );
    return { email: person.email, path: setupLinkUrl('', token), expires_at: expiresAt.toISOString() };
  },
});
