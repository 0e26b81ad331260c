import { maxVerdictNames, queryNameSchema, verdictSchema } from '@sonde/shared/schemas/verdict.ts';
import { z } from 'zod';
import { type JudgeQueryPorts, judgeQueries } from '../../domain/traffic/resolvers/judge-queries.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { largestJson, ordinaryJson } from '../../http/json-limits.ts';

export const queryVerdict = defineEndpoint({
  method: 'POST',
  path: '/api/v1/unbound/query',
  summary: 'Judge a query',
  description:
    'Judges a queried name by the indicators, and returns how long the verdict can be cached. A ' +
    'name that is excluded at the location of the resolver is allowed. To save requests, ask for ' +
    'many names at once.',
  family: 'Resolvers',
  access: 'resolver',
  module: 'threat_intel',
  metered: false,
  jsonLimits: { ...ordinaryJson, bytes: largestJson.bytes },
  body: z
    .union([
      z.object({ query_name: queryNameSchema }),
      z.object({ query_names: z.array(queryNameSchema).min(1).max(maxVerdictNames) }),
    ])
    .meta({ examples: [{ query_name: 'www.example.com' }] }),
  response: z.union([verdictSchema, z.object({ count: z.int(), verdicts: z.array(verdictSchema) })]),
  errors: ['not_found'],
  async run({ caller, body }, ports: JudgeQueryPorts) {
    if ('query_name' in body) {
      const only = [{ queryName: body.query_name, path: 'query_name' }];
      return (await judgeQueries(caller, only, ports))[0]!;
    }
    const queries = body.query_names.map((queryName, index) => ({ queryName, path: `query_names.${index}` }));
    const verdicts = await judgeQueries(caller, queries, ports);
    return { count: verdicts.length, verdicts };
  },
});
