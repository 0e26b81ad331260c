import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { sinkKinds } from '@sonde/shared/sinks/kinds/index.ts';
import { z } from 'zod';
import { presentations } from '../../domain/traffic/sinks/presentations/index.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';

const kinds = sinkKinds.map(({ id, title, config, secret, presentations: own }) => ({
  kind: id,
  title,
  config_schema: z.toJSONSchema(config, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>,
  secret: secret?.what ?? null,
  secret_needed: secret?.needed ?? false,
  presentations: [...own],
}));

export const listSinkKinds = defineEndpoint({
  method: 'GET',
  path: '/api/admin/sink-kinds',
  summary: 'List the kinds of sinks',
  description: 'Which receivers there are, what each is to be told, and how what is passed on may look.',
  family: 'Sinks',
  access: 'admin',
  response: z.object({
    count: countInAnswer,
    kinds: z.array(
      z.object({
        kind: z.string(),
        title: z.string(),
        config_schema: z.record(z.string(), z.unknown()).describe('A JSON Schema of `config`.'),
        secret: z.string().nullable().describe('What the secret is; null if there is none.'),
        secret_needed: z.boolean(),
        presentations: z.array(z.string()).describe('The first is taken if none is named.'),
      }),
    ),
    presentations: z.array(
      z.object({
        presentation: z.string(),
        title: z.string(),
        published: z.string().describe('Where its fields are published.'),
        queries: z.boolean(),
        threats: z.boolean(),
      }),
    ),
  }),
  run: () => ({
    count: kinds.length,
    kinds,
    presentations: Object.values(presentations).map(({ id, title, published, queries, threats }) => ({
      presentation: id,
      title,
      published,
      queries: queries !== undefined,
      threats: threats !== undefined,
    })),
  }),
});
