import { maxVerdictNames, queryNameSchema, verdictSchema } from '@sonde/shared/schemas/verdict.ts';
import { z } from 'zod';
import { type JudgeQueryPorts, judgeQuery } from '../../domain/resolvers/judge-query.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';

export const queryVerdict = defineEndpoint({
  method: 'POST',
  path: '/api/v1/unbound/query',
  summary: 'Judge a query',
  description:
    'What the indicators say of a name that a client asked for, and how long that may be kept. Busy resolvers ask for ' +
    'many names at once.',
  family: 'Resolvers',
  access: 'resolver',
  module: 'threat_intel',
  metered: false,
  body: z.union([
    z.object({ query_name: queryNameSchema }),
    z.object({ query_names: z.array(queryNameSchema).min(1).max(maxVerdictNames) }),
  ]),
  response: z.union([verdictSchema, z.object({ count: z.int(), verdicts: z.array(verdictSchema) })]),
  run({ body }, ports: JudgeQueryPorts) {
    if ('query_name' in body) return judgeQuery(body.query_name, 'query_name', ports);
    const verdicts = body.query_names.map((name, index) => judgeQuery(name, `query_names.${index}`, ports));
    return { count: verdicts.length, verdicts };
  },
});
