import { enrolmentTokenEntrySchema } from '@sonde/shared/schemas/enrolment.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { readNetworks } from '../../domain/people/accounts/new-key-bounds.ts';
import { type MakeTokenPorts, makeEnrolmentToken } from '../../domain/traffic/enrolment/make-token.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { presentToken } from './present-enrolment.ts';

export const createEnrolmentToken = defineEndpoint({
  method: 'POST',
  path: '/api/v1/enrolment/tokens',
  summary: 'Make a token by which agents enrol',
  description:
    'Returns a token that an agent exchanges for a key of its own (`sonde-agent enrol`), so that ' +
    'nobody has to copy keys. The token is shown only in this answer; the collector stores only ' +
    'its hash. By default, the token works once and expires after an hour.',
  family: 'Enrolment',
  access: 'authenticated',
  body: z.object({
    location_id: idSchema.describe('The location of the agents.'),
    uses: z.int().min(1).max(10_000).default(1).describe('Number of agents that can enrol with the token.'),
    expires_in_seconds: z
      .int()
      .min(60)
      .max(366 * 86_400)
      .default(3_600),
    networks: z
      .array(z.string().max(50))
      .min(1)
      .max(50)
      .nullish()
      .describe('Limits enrolment to these addresses, or networks in CIDR notation.'),
    label: z
      .string()
      .trim()
      .max(200)
      .regex(/^\P{Cc}*$/u, 'must not have control characters')
      .default(''),
  }),
  response: z.object({
    ...enrolmentTokenEntrySchema.shape,
    token: z.string().describe('The token, shown only in this answer.'),
  }),
  status: 201,
  errors: ['not_found', 'conflict'],
  async run({ caller, body, origin }, ports: MakeTokenPorts & { readonly audit: Pick<AuditLog, 'record'> }) {
    const wish = {
      accountId: caller.accountId,
      locationId: body.location_id,
      label: body.label,
      networks: readNetworks(body.networks),
      uses: body.uses,
      expiresInSeconds: body.expires_in_seconds,
    };
    const { made, token } = await makeEnrolmentToken(wish, ports);
    await ports.audit.record(
      act(caller, origin, {
        action: 'enrolment_token_created',
        object: `enrolment_token:${made.id}`,
        details: {
          prefix: made.prefix,
          location: made.locationId,
          uses: made.uses,
          expires_at: made.expiresAt.toISOString(),
          ...(made.networks !== null && { networks: made.networks }),
        },
      }),
    );
    return { ...presentToken(made, ports.clock.now()), token };
  },
});
