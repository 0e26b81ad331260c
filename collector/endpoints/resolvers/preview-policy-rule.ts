import { policyRuleSchema } from '@sonde/shared/policy/rule.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { checkRule } from '../../domain/traffic/resolvers/change-rules.ts';
import { type PreviewPorts, previewRule } from '../../domain/traffic/resolvers/preview-rule.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { rangeOf, rangeParameters } from '../dns-monitoring/range-parameters.ts';

const countSchema = z.int().min(0);

export const previewPolicyRule = defineEndpoint({
  method: 'POST',
  path: '/api/v1/unbound/policy/preview',
  summary: 'Preview a policy rule',
  description:
    'Returns which stored queries a rule would have matched, before you create it. The default ' +
    'range is the last day, the longest range is seven days.',
  family: 'Resolvers',
  access: 'authenticated',
  needs: 'viewer',
  reads: true,
  cost: 5,
  body: z.object({
    match: policyRuleSchema.shape.match,
    resolver_id: idSchema
      .nullish()
      .describe('Limits the preview to queries at the location of this resolver.'),
    location_id: idSchema.nullish(),
    ...rangeParameters,
  }),
  response: z.object({
    from: timestampSchema,
    to: timestampSchema,
    queries: countSchema.describe('Number of stored queries in the range.'),
    hits: countSchema.describe('Number of these queries that the rule matches.'),
    share: z.number().min(0).max(1),
    clients: countSchema,
    names: countSchema,
    first_hit: timestampSchema.nullable(),
    last_hit: timestampSchema.nullable(),
    top_clients: z.array(z.object({ client_ip: z.string(), hits: countSchema })),
    top_names: z.array(z.object({ query_name: z.string(), hits: countSchema })),
  }),
  errors: ['not_found', 'not_stored', 'question_too_large'],
  async run({ caller, body }, ports: PreviewPorts) {
    const { match } = body;
    checkRule({ match, action: { kind: 'allow' } });
    const { range, ...hits } = await previewRule(
      {
        ...rangeOf(caller, body),
        resolverId: body.resolver_id ?? undefined,
        match,
      },
      ports,
    );
    return {
      from: range.from.toISOString(),
      to: range.to.toISOString(),
      queries: hits.queries,
      hits: hits.hits,
      share: hits.queries === 0 ? 0 : hits.hits / hits.queries,
      clients: hits.clients,
      names: hits.names,
      first_hit: hits.firstAt?.toISOString() ?? null,
      last_hit: hits.lastAt?.toISOString() ?? null,
      top_clients: hits.topClients.map(({ client, hits: count }) => ({ client_ip: client, hits: count })),
      top_names: hits.topNames.map(({ name, hits: count }) => ({ query_name: name, hits: count })),
    };
  },
});
