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
    'Over all tracked domains: who proved control to which service, and who may send mail for whom, since when, and until when; and which aliases to services dangle. ' +
    'A record that no rule knows is left out; nothing is guessed. Scans with `advanced` look for them.',
  family: 'DNS intelligence',
  access: 'authenticated',
  query: z.object({
    service: z.string().min(1).max(100).optional().describe('The provider, in any letter case.'),
    domain: domainNameSchema.optional(),
    kind: z
      .enum(serviceKinds)
      .optional()
      .describe(
        '`dangling` is an alias into the zone of a service, to a name that the service says does not exist.',
      ),
    category: z.string().max(100).optional(),
    can: z
      .enum(abilities)
      .optional()
      .describe(
        'Suppliers that may send mail for the domain, as its SPF record says; or that documents are kept with, as their services are for.',
      ),
    gone: z.boolean().default(false).describe('Those that are gone as well.'),
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
            source: z.string().describe("The provider's page that the rule is from."),
            confirmed: z
              .boolean()
              .describe('Whether that page was read and shows it; false if it is only where to look.'),
            terms: z.literal('facts_only'),
          })
          .nullable()
          .describe('The rule that told of the service; null if it is there no more.'),
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
