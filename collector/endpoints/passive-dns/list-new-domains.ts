import { rpzAnswer } from '@sonde/shared/policy/rpz-answer.ts';
import { rpzText } from '@sonde/shared/policy/rpz-text.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import {
  type ListedNewDomain,
  listNewDomains as list,
  type NewDomainsPorts,
} from '../../domain/intelligence/new-domains/list-new-domains.ts';
import {
  type SourceState,
  type SourceStatePorts,
  sourceStateOf,
} from '../../domain/intelligence/new-domains/source-state.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { StreamedAnswer } from '../../http/streamed-answer.ts';

const zone = 'new-domains.sonde.invalid';

export const listNewDomains = defineEndpoint({
  method: 'GET',
  path: '/api/v2/feeds/new-domains',
  summary: 'List newly seen domains',
  description:
    'Returns registrable domains that a source showed for the first time in these days, latest ' +
    "first. The source is queries at the account's own locations (`traffic`), a certificate in a " +
    'followed log (`ct`), or the zone of a top-level domain (`zone`). `format` selects NDJSON, a ' +
    'response policy zone that blocks the domains, or a hosts file.',
  family: 'Passive DNS',
  access: 'authenticated',
  query: z.object({
    location_id: idSchema.optional(),
    source: z.enum(['traffic', 'ct', 'zone']).default('traffic'),
    days: z.int().min(1).max(365).default(7),
    tld: z
      .string()
      .max(253)
      .regex(/^\.?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i)
      .transform((tld) => tld.replace(/^\./, '').toLowerCase())
      .optional()
      .describe('A top-level domain or another suffix.'),
    pattern: z
      .string()
      .min(1)
      .max(253)
      .optional()
      .describe('A pattern such as `*paypal*`. `*` matches any number of characters, and `?` matches one.'),
    min_score: z.int().min(0).max(100).default(0).describe('Lowest suspicion score of the name itself.'),
    registrar: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("Part of the registrar's name, as found by a scan of the domain."),
    baseline: z
      .boolean()
      .default(true)
      .describe(
        'Whether to include domains that may be old, because the source has not been observed long enough.',
      ),
    format: z.enum(['json', 'ndjson', 'rpz', 'hosts']).default('json'),
    limit: z.int().min(1).max(10_000).default(100),
  }),
  response: z.object({
    source: z.string(),
    source_state: z
      .enum(['active', 'stale', 'not_configured'])
      .describe(
        '`not_configured` means that no log is followed or no zone was ever read, so an empty list ' +
          'proves nothing. `stale` means that no zone was read for three days. A response policy zone ' +
          'and a hosts file contain this as a comment.',
      ),
    days: z.int(),
    count: countInAnswer,
    domains: z.array(
      z.object({
        domain: z.string(),
        first_seen: timestampSchema.describe('For own traffic, precise to the hour.'),
        last_seen: timestampSchema.describe('For own traffic, precise to the hour.'),
        queries: z.int().nullable().describe('Only for own traffic.'),
        baseline: z.boolean(),
        score: z.int().min(0).max(100),
        reasons: z.array(z.string()),
        registrar: z.string().nullable(),
      }),
    ),
    limit: z.int(),
  }),
  streams: ['application/x-ndjson', 'text/dns', 'text/plain'],
  errors: ['not_found', 'question_too_large'],
  async run({ caller, query }, ports: NewDomainsPorts & SourceStatePorts) {
    const { location_id: locationId, min_score: minScore, format, ...asked } = query;
    const question = { ...asked, accountId: caller.accountId, locationId, minScore };
    const state = await sourceStateOf(asked.source, ports);
    const domains = await list(
      { ...question, tld: asked.tld, pattern: asked.pattern, registrar: asked.registrar },
      ports,
    );
    const serial = Math.floor(ports.clock.now() / 1_000) % 2 ** 32;
    const remarked = (sign: string, text: AsyncGenerator<string>) =>
      withRemark(sign, asked.source, state, text);
    switch (format) {
      case 'ndjson':
        return new StreamedAnswer('application/x-ndjson', 'new-domains.ndjson', lines(domains));
      case 'rpz':
        return new StreamedAnswer(
          'text/dns; charset=utf-8',
          'new-domains.rpz',
          remarked(';', policyZone(domains, serial)),
        );
      case 'hosts':
        return new StreamedAnswer(
          'text/plain; charset=utf-8',
          'new-domains.hosts',
          remarked('#', hosts(domains)),
        );
      default: {
        const { source, days, limit } = asked;
        return {
          source,
          source_state: state,
          days,
          count: domains.length,
          domains: domains.map(present),
          limit,
        };
      }
    }
  },
});

function present(one: ListedNewDomain) {
  return {
    domain: one.domain,
    first_seen: one.firstSeenAt.toISOString(),
    last_seen: one.lastSeenAt.toISOString(),
    queries: one.queries,
    baseline: one.baseline,
    score: one.score,
    reasons: [...one.reasons],
    registrar: one.registrar,
  };
}

async function* lines(domains: readonly ListedNewDomain[]): AsyncGenerator<string> {
  for (const one of domains) yield `${JSON.stringify(present(one))}\n`;
}

async function* policyZone(domains: readonly ListedNewDomain[], serial: number): AsyncGenerator<string> {
  const blocked = rpzAnswer({ kind: 'block', answer: 'nxdomain' })!;
  const names = domains.map(({ domain }) => domain).toSorted();
  yield* rpzText(
    zone,
    serial,
    names.flatMap((name) => [[name, blocked] as const, [`*.${name}`, blocked] as const]),
  );
}

async function* hosts(domains: readonly ListedNewDomain[]): AsyncGenerator<string> {
  for (const { domain } of domains) yield `0.0.0.0 ${domain}\n`;
}

/** Says in front of a file whose source is not fed that it is so: the file has no other place for it. */
async function* withRemark(
  sign: string,
  source: string,
  state: SourceState,
  text: AsyncGenerator<string>,
): AsyncGenerator<string> {
  if (state !== 'active') yield `${sign} The source ${source} is ${state}.\n`;
  yield* text;
}
