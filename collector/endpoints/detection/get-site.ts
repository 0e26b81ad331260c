import { idSchema } from '@sonde/shared/schemas/id.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { locationSettings } from '../../domain/detection/rules/location-settings.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { LocationStore } from '../../ports/ingest/locations.ts';
import type { DetectionTuning } from '../../ports/threats/detection-tuning.ts';
import { clientRoles, type SiteProfiles } from '../../ports/threats/site-profiles.ts';

const learnedOrSaid = z.enum(['operator', 'learned']);

export const getSite = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/locations/{id}/site',
  summary: 'Show what is known of a site: roles of clients and its own zones',
  description:
    'Returns the roles of clients and the own zones of the site, learned from queries and saved ' +
    'every minute. What the operator declares takes precedence. To change it, set `site` in the ' +
    "location's detection settings.",
  family: 'DNS monitoring',
  access: 'authenticated',
  params: z.object({ id: idSchema }),
  response: z.object({
    location_id: idSchema,
    roles: z
      .array(
        z.object({
          client: z.string().describe('An address, or a network that the operator declared.'),
          role: z.enum([...clientRoles, 'none']),
          source: learnedOrSaid,
          since: timestampSchema.nullable(),
          last_seen: timestampSchema.nullable(),
        }),
      )
      .describe('Roles from the operator come first, then the most recently learned ones.'),
    own_zones: z.array(
      z.object({
        zone: z.string(),
        source: learnedOrSaid,
        since: timestampSchema.nullable(),
        last_seen: timestampSchema.nullable(),
      }),
    ),
  }),
  errors: ['not_found'],
  async run(
    { caller, params },
    ports: {
      locations: Pick<LocationStore, 'find'>;
      tuning: Pick<DetectionTuning, 'changes' | 'change'>;
      siteProfiles: Pick<SiteProfiles, 'read'>;
    },
  ) {
    const { settings } = await locationSettings(caller.accountId, params.id, ports);
    const [learned] = await ports.siteProfiles.read(params.id);
    const said = { source: 'operator' as const, since: null, last_seen: null };
    const { ownZones, roles } = settings.site;
    return {
      location_id: params.id,
      roles: [
        ...roles.map((one) => ({ ...one, ...said })),
        ...newestFirst(learned?.roles ?? []).map(({ client, role, ...times }) => ({
          client,
          role,
          ...seen(times),
        })),
      ],
      own_zones: [
        ...ownZones.map((zone) => ({ zone, ...said })),
        ...newestFirst(learned?.zones ?? []).map(({ zone, ...times }) => ({ zone, ...seen(times) })),
      ],
    };
  },
});

function newestFirst<Item extends { readonly seen: number }>(items: readonly Item[]): Item[] {
  return items.toSorted((one, other) => other.seen - one.seen);
}

function seen({ since, seen: last }: { readonly since: number; readonly seen: number }) {
  return {
    source: 'learned' as const,
    since: new Date(since * 1_000).toISOString(),
    last_seen: new Date(last * 1_000).toISOString(),
  };
}
