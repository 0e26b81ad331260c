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
  description: 'Returns the available kinds of receivers, their configuration and their presentations.',
  family: 'Sinks',
  access: 'admin',
  response: z.object({
    count: countInAnswer,
    kinds: z.array(
      z.object({
        kind: z.string(),
        title: z.string(),
        config_schema: z.record(z.string(), z.unknown()).describe('JSON Schema of `config`.'),
        secret: z.string().nullable().describe('What the secret is; null if the kind has none.'),
        secret_needed: z.boolean(),
        presentations: z.array(z.string()).describe('The first presentation is the default.'),
      }),
    ),
    presentations: z.array(
      z.object({
        presentation: z.string(),
        title: z.string(),
        published: z.string().describe('Where the fields of the presentation are published.'),
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
