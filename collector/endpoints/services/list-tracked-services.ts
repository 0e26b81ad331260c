import { scanTarget } from '@sonde/scanner/checks/domain-name.ts';
import { sourceOf } from '@sonde/scanner/checks/services/service-rule.ts';
import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { abilities, abilitiesOf, askFor } from '../../domain/intelligence/services/supplier-abilities.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { type ServiceIndex, serviceKinds } from '../../ports/scans/service-index.ts';

export const listTrackedServices = defineEndpoint({
  method: 'GET',
  path: '/api/v2/intel/services',
  summary: 'Search services behind TXT records',
  description:
    'Searches the services of all tracked domains. Returns the services for which a domain was ' +
    'verified, the suppliers that can send mail for it, and the aliases to services that dangle, ' +
    'with their times. Records without a matching rule are left out. Scans with `advanced` look ' +
    'for services.',
  family: 'DNS intelligence',
  access: 'authenticated',
  query: z.object({
    service: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Provider of the service, in upper or lower case.'),
    domain: domainNameSchema.optional(),
    kind: z
      .enum(serviceKinds)
      .optional()
      .describe(
        '`dangling` is an alias to a name in the zone of a service that does not exist at the service.',
      ),
    category: z.string().max(100).optional(),
    can: z
      .enum(abilities)
      .optional()
      .describe(
        'What the supplier can do: send mail for the domain, by its SPF record, or store documents, ' +
          'by the purpose of the service.',
      ),
    gone: z.boolean().default(false).describe('Whether to include services that have disappeared.'),
    ...pageParameters(100, 1_000),
  }),
  response: z.object({
    count: countOnAllPages,
    services: z.array(
      z.object({
        domain: z.string(),
        service: z.string(),
        category: z.string(),
        kind: z.enum(serviceKinds),
        can: z.array(z.enum(abilities)),
        record: z.string(),
        rule: z
          .object({
            source: z.string().describe("The provider's page behind the rule."),
            confirmed: z
              .boolean()
              .describe(
                'Whether the page was read and confirms the rule. If false, the page is only a hint where to look.',
              ),
            terms: z.literal('facts_only'),
          })
          .nullable()
          .describe('The rule that recognized the service; null if the rule no longer exists.'),
        first_seen: timestampSchema,
        last_seen: timestampSchema,
        gone_since: timestampSchema.nullable(),
      }),
    ),
    limit: z.int(),
    offset: z.int(),
  }),
  async run({ query }, { serviceIndex }: { readonly serviceIndex: Pick<ServiceIndex, 'find'> }) {
    const { service: provider, can, limit, offset, ...rest } = query;
    const domain = query.domain === undefined ? undefined : scanTarget(query.domain);
    const { count, services } = await serviceIndex.find({
      ...rest,
      ...askFor(can),
      provider,
      domain,
      limit,
      offset,
    });
    return {
      count,
      services: services.map(({ domain, provider: service, category, kind, record, ...seen }) => ({
        domain,
        service,
        category,
        kind,
        can: abilitiesOf({ provider: service, kind }),
        record,
        rule: sourceOf({ provider: service, kind, record }) ?? null,
        first_seen: seen.firstSeenAt.toISOString(),
        last_seen: seen.lastSeenAt.toISOString(),
        gone_since: seen.goneAt?.toISOString() ?? null,
      })),
      limit,
      offset,
    };
  },
});
