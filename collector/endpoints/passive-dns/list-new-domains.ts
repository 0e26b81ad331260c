import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { z } from 'zod';
import { scopedLocationIds } from '../../domain/traffic/monitoring/scoped-locations.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { LocationStore } from '../../ports/ingest/locations.ts';
import type { DomainSightings } from '../../ports/traffic/domain-sightings.ts';

const dayMilliseconds = 86_400_000;

export const listNewDomains = defineEndpoint({
  method: 'GET',
  path: '/api/v2/feeds/new-domains',
  summary: 'List newly seen domains',
  description:
    "Registrable domains that the account's own locations, or one of them, asked for in these days and never before, " +
    'latest first.',
  family: 'Passive DNS',
  access: 'authenticated',
  query: z.object({
    location_id: idSchema.optional(),
    days: z.int().min(1).max(365).default(7),
    limit: z.int().min(1).max(10_000).default(100),
  }),
  response: z.object({
    days: z.int(),
    count: countInAnswer,
    domains: z.array(
      z.object({
        domain: z.string(),
        first_seen: timestampSchema.describe('The hour of it.'),
        last_seen: timestampSchema.describe('The hour of it.'),
        queries: z.int(),
      }),
    ),
    limit: z.int(),
  }),
  errors: ['not_found', 'question_too_large'],
  async run(
    { caller, query },
    ports: {
      locations: Pick<LocationStore, 'find' | 'list'>;
      domainSightings: Pick<DomainSightings, 'newDomains'>;
      clock: Clock;
    },
  ) {
    const { location_id: locationId, ...asked } = query;
    const now = ports.clock.now();
    const scope = {
      locationIds: await scopedLocationIds(caller.accountId, locationId, ports),
      from: new Date(now - asked.days * dayMilliseconds),
      to: new Date(now),
    };
    const domains = await ports.domainSightings.newDomains(scope, asked.limit);
    return {
      ...asked,
      count: domains.length,
      domains: domains.map((domain) => ({
        domain: domain.domain,
        first_seen: domain.firstSeenAt.toISOString(),
        last_seen: domain.lastSeenAt.toISOString(),
        queries: domain.queries,
      })),
    };
  },
});
