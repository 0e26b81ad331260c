import { domainName } from '@sonde/scanner/checks/domain-name.ts';
import { NotFound } from '@sonde/shared/errors.ts';
import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { KnownTechnology, TechnologyStore } from '../../ports/technologies/technology-store.ts';
import {
  family,
  presentChange,
  presentTechnology,
  technologyChangeSchema,
  technologySchema,
} from './technology-schema.ts';

const knownSchema = technologySchema.extend({
  first_seen: timestampSchema,
  last_seen: timestampSchema,
  gone_at: timestampSchema.nullable().describe('Since when the technology is no longer present.'),
  versions: z
    .array(z.object({ version: z.string(), first_seen: timestampSchema, last_seen: timestampSchema }))
    .describe('Versions, oldest first.'),
});

export const getWebsite = defineEndpoint({
  method: 'GET',
  path: '/api/tech/website/{domain}',
  summary: 'Show what a site was seen to be made of',
  description:
    'Returns the technologies of the site from earlier scans. The operation starts no new scan. A ' +
    'site that was never scanned is answered with 404.',
  family,
  access: 'public',
  params: z.object({ domain: domainNameSchema }),
  response: z.object({
    domain: z.string(),
    url: z.string().nullable(),
    server_ip: z.string().nullable(),
    title: z.string().nullable(),
    first_scanned: timestampSchema,
    last_scanned: timestampSchema,
    count: countInAnswer,
    technologies: z.array(knownSchema).describe('Technologies in the latest scan of the site.'),
    former_technologies: z.array(knownSchema),
    changes: z.array(technologyChangeSchema).describe('Changes, newest first, at most 200.'),
  }),
  errors: ['not_found'],
  async run({ params }, { technologies: store }: { technologies: Pick<TechnologyStore, 'website'> }) {
    const known = await store.website(domainName(params.domain));
    if (known === undefined) throw new NotFound('scanned site');
    const { domain, url, serverIp, title, technologies, changes } = known;
    const present = technologies.filter(({ goneAt }) => goneAt === null);
    return {
      domain,
      url,
      server_ip: serverIp,
      title,
      first_scanned: known.firstScannedAt.toISOString(),
      last_scanned: known.lastScannedAt.toISOString(),
      count: present.length,
      technologies: present.map(presentKnown),
      former_technologies: technologies.filter(({ goneAt }) => goneAt !== null).map(presentKnown),
      changes: changes.map(presentChange),
    };
  },
});

function presentKnown(known: KnownTechnology): z.input<typeof knownSchema> {
  return {
    ...presentTechnology(known),
    first_seen: known.firstSeen.toISOString(),
    last_seen: known.lastSeen.toISOString(),
    gone_at: known.goneAt?.toISOString() ?? null,
    versions: known.versions.map(({ version, firstSeen, lastSeen }) => ({
      version,
      first_seen: firstSeen,
      last_seen: lastSeen,
    })),
  };
}
