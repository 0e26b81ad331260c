import { z } from 'zod';
import { families } from '../../domain/people/access/families.ts';
import type { Endpoint } from '../define-endpoint.ts';
import { errorCatalogue } from '../error-catalogue.ts';
import { describeOperation } from './operation.ts';
import { type JsonSchema, SchemaBook } from './schema-book.ts';

const description = `DNS monitoring and intelligence.

Operations that need a credential take an API key or a token as \`Authorization: Bearer KEY\`, or a key as \`X-API-Key: KEY\`.
Those without a padlock take one too: requests then count for the account in place of the address.

Requests of the UTC day are counted against the tier; \`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` tell how it stands.
Every failure has the shape of the schema \`Error\`; programs decide by its \`code\`. A 429 or 503 says in \`Retry-After\` when
to come back.

The same data is asked for in GraphQL at \`/graphql\`, and told live over Socket.IO at \`/socket.io/\`, whose events this document
lists under \`x-events\`.`;

const errorSchema = z
  .object({
    error: z.string().describe('One sentence for people.'),
    code: z
      .enum(Object.keys(errorCatalogue) as [string, ...string[]])
      .describe('A stable code for programs.'),
    request_id: z.string().describe('The id of the request in the log.'),
    details: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .describe('The invalid parts of the input.'),
    ticket: z
      .string()
      .optional()
      .describe(
        'With `second_factor_required`: send this ticket to the operation for the second step within five minutes.',
      ),
  })
  .meta({ id: 'Error' });

/** An event list describes the events of the real-time channel. */
export type EventList = Readonly<Record<string, { readonly summary: string; readonly payload: z.ZodType }>>;

/**
 * Writes the OpenAPI 3.1 document of the endpoint table. OpenAPI has no word for events: they stand under `x-events`.
 */
export function openApiDocument(
  endpoints: readonly Endpoint<never>[],
  version: string,
  events: EventList = {},
): object {
  const book = new SchemaBook();
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const others = paths[endpoint.path];
    paths[endpoint.path] = { ...others, [endpoint.method.toLowerCase()]: describeOperation(endpoint, book) };
  }
  book.convert(errorSchema, 'output');
  const described: Record<string, { summary: string; payload: JsonSchema }> = {};
  for (const [name, { summary, payload }] of Object.entries(events)) {
    described[name] = { summary, payload: book.convert(payload, 'output') };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Sonde', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map(({ family }) => family))].map((name) => ({
      name,
      ...(families[name] === undefined ? {} : { description: families[name] }),
    })),
    paths,
    'x-events': described,
    components: {
      schemas: book.named(),
      headers: {
        RateLimitLimit: countHeader('Requests of the UTC day; missing where the tier has no end of them.'),
        RateLimitRemaining: countHeader('Requests left of them.'),
        RateLimitReset: countHeader('Unix time in seconds of the next day.'),
        RequestId: {
          description:
            'The id of the request in the log. If the request has its own id, the collector uses that one.',
          schema: { type: 'string' },
        },
        RetryAfter: countHeader('Seconds after which it may be tried again.'),
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key or a token.' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'sonde',
          description:
            'The cookie that `POST /api/auth/session` sets, for pages of this collector. Its name ends ' +
            'with the id of the installation, and begins with `__Host-` over TLS.',
        },
      },
    },
  };
}

function countHeader(description: string): object {
  return { description, schema: { type: 'integer', minimum: 0 } };
}
