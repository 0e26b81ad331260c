import { policyRuleSchema } from '@sonde/shared/policy/rule.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { z } from 'zod';
import { type CreateSourcePorts, createSource } from '../../domain/traffic/resolvers/change-sources.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { policySourceSchema, presentSource } from './present-source.ts';

const { action } = policyRuleSchema.shape;

export const createPolicySource = defineEndpoint({
  method: 'POST',
  path: '/api/v1/unbound/policy/sources',
  summary: 'Take indicators as policy rules',
  description:
    'The domain names in these sources become policy rules. A rule disappears when the source no ' +
    "longer lists the name. The account's own rules that allow a name take precedence.",
  family: 'Resolvers',
  access: 'authenticated',
  needs: 'analyst',
  cost: 5,
  body: z.object({
    sources: z
      .array(z.string().trim().min(1).max(128))
      .min(1)
      .max(32)
      .meta({ examples: [['urlhaus']] })
      .describe('Feeds and imported lists, named as in `GET /api/v1/threat-intel/feeds`.'),
    min_confidence: z.number().min(0).max(100).default(0).describe('Ignores sources with a lower trust.'),
    min_severity: severitySchema.default('medium'),
    action: action.default({ kind: 'block', answer: 'nxdomain' }),
    resolver_id: idSchema
      .nullish()
      .describe('Limits the rules to one resolver. Default: all resolvers of the account.'),
  }),
  response: policySourceSchema,
  status: 201,
  errors: ['not_found', 'conflict'],
  timeLimit: 120_000,
  async run({ caller, body }, ports: CreateSourcePorts) {
    return presentSource(
      await createSource(
        {
          accountId: caller.accountId,
          resolverId: body.resolver_id ?? null,
          sources: body.sources,
          minConfidence: body.min_confidence,
          minSeverity: body.min_severity,
          action: body.action,
        },
        ports,
      ),
    );
  },
});
