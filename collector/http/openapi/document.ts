import { z } from 'zod';
import { families } from '../../domain/people/access/families.ts';
import type { Endpoint } from '../define-endpoint.ts';
import { errorCatalogue } from '../error-catalogue.ts';
import { describeOperation } from './operation.ts';
import { type JsonSchema, SchemaBook } from './schema-book.ts';

const description = `DNS monitoring and intelligence.

Operations with a padlock need a credential. Send an API key or a token as \`Authorization: Bearer KEY\`, or a key as
\`X-API-Key: KEY\`. For operations without a padlock, a credential is optional. With it, requests count for the account instead
of the IP address.

Each tier has a limit of requests per UTC day. \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` show
the limit, the remaining requests and the time of the next day. Every error has the schema \`Error\`; programs should use its
\`code\`. After a 429 or 503, retry after the number of seconds in \`Retry-After\`.

The same data is available in GraphQL at \`/graphql\`. Real-time events are sent over Socket.IO at \`/socket.io/\`; \`x-events\`
in this document lists them.`;

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
        RateLimitLimit: countHeader(
          'Maximum number of requests per UTC day. Absent if the tier has no limit.',
        ),
        RateLimitRemaining: countHeader('Number of requests left on this day.'),
        RateLimitReset: countHeader('Unix time in seconds at which the next day begins.'),
        RequestId: {
          description:
            'The id of the request in the log. If the request has its own id, the collector uses that one.',
          schema: { type: 'string' },
        },
        RetryAfter: countHeader('Seconds to wait before the next attempt.'),
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
