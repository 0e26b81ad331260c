import { Conflict } from '@sonde/shared/errors.ts';
import { exclusionSchema } from '@sonde/shared/schemas/exclusion.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { readExclusion } from '../../domain/detection/read-exclusion.ts';
import { requireLocation } from '../../domain/traffic/monitoring/require-location.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { LocationStore } from '../../ports/ingest/locations.ts';
import type { ExclusionStore } from '../../ports/threats/exclusions.ts';
import { presentExclusion } from './present-exclusion.ts';

/** For one account: each is tried on each finding. */
const mostExclusions = 1_000;

interface CreateExclusionPorts {
  readonly exclusions: Pick<ExclusionStore, 'add'>;
  readonly locations: Pick<LocationStore, 'find'>;
}

export const createExclusion = defineEndpoint({
  method: 'POST',
  path: '/api/v1/dns-monitoring/exclusions',
  summary: 'Exclude names, clients or a location from detection',
  description:
    'Detection opens no threat, and adds nothing to an open threat, if a query matches all of ' +
    '`name`, `client` and `location_id` that are given. At least one of them is required. The ' +
    'exclusion takes effect within seconds. Threats that are already open stay open.',
  family: 'DNS monitoring',
  access: 'authenticated',
  needs: 'analyst',
  body: z.object({
    name: z
      .string()
      .max(300)
      .nullish()
      .describe(
        '`example.com` matches the domain and all names below it. `*.example.com` matches only the names below it.',
      ),
    client: z.string().max(64).nullish().describe('An IP address, or a network such as `10.0.0.0/8`.'),
    location_id: idSchema.nullish().describe('Limits the exclusion to one location. Default: all locations.'),
    note: z.string().trim().max(2_000).nullish(),
  }),
  response: exclusionSchema,
  status: 201,
  errors: ['not_found', 'conflict'],
  async run({ caller, body }, ports: CreateExclusionPorts) {
    const locationId = body.location_id ?? null;
    const { name, client } = readExclusion({
      locationId,
      name: body.name ?? null,
      client: body.client ?? null,
    });
    if (locationId !== null) await requireLocation(caller.accountId, locationId, ports);
    const exclusion = { locationId, name, client, note: body.note || null };
    const added = await ports.exclusions.add(caller.accountId, exclusion, mostExclusions);
    if (added === undefined) throw new Conflict(`An account has at most ${mostExclusions} exclusions.`);
    return presentExclusion(added);
  },
});
