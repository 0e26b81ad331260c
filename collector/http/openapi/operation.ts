import type { z } from 'zod';
import type { AccessLevel } from '../../domain/people/access/access-level.ts';
import { accessRule } from '../access/access-rule.ts';
import type { Endpoint } from '../define-endpoint.ts';
import { type Dialect, dialects } from '../dialects.ts';
import { ordinaryJson } from '../json-limits.ts';
import type { RawBody } from '../raw-body.ts';
import { errorResponses } from './error-responses.ts';
import { rateLimitHeaders, requestIdHeader } from './headers.ts';
import type { JsonSchema, SchemaBook } from './schema-book.ts';

/** Describes one endpoint as an OpenAPI operation. */
export function describeOperation(endpoint: Endpoint<never>, book: SchemaBook): object {
  const { body } = endpoint;
  const parameters = [
    ...describeParameters(endpoint.params, 'path', book),
    ...describeParameters(endpoint.query, 'query', book),
    ...(body !== undefined && 'contentTypes' in body ? describeHeaders(body) : []),
  ];
  return {
    operationId: operationId(endpoint.summary),
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    tags: [endpoint.family],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: describeBody(body, endpoint, book) }),
    responses: {
      [String(endpoint.status ?? 200)]: {
        description: 'Success.',
        headers: { ...(endpoint.metered === false ? {} : rateLimitHeaders), ...requestIdHeader },
        content: {
          ...(isNever(endpoint.response)
            ? {}
            : {
                [documentedType(endpoint.dialect)]: {
                  schema: book.convert(endpoint.response, 'output'),
                },
              }),
          ...Object.fromEntries(
            (endpoint.streams ?? []).map((type) => [type, { schema: { type: 'string' } }]),
          ),
        },
      },
      ...(endpoint.conditional === true
        ? { '304': { description: 'Not modified: the caller already has the current version.' } }
        : {}),
      ...errorResponses(endpoint),
    },
    security: securityOf(endpoint.access),
    'x-access': endpoint.access,
    'x-role': accessRule(endpoint).needs,
    ...(endpoint.confirmed === undefined ? {} : { 'x-confirmed': endpoint.confirmed }),
    ...(endpoint.cost === undefined ? {} : { 'x-cost': endpoint.cost }),
    ...(endpoint.module === undefined ? {} : { 'x-module': endpoint.module }),
  };
}

/** The content type of answers without its character set. */
function documentedType(dialect: Dialect | undefined): string {
  return dialect === undefined ? 'application/json' : dialects[dialect].type.replace(/; charset=.*/, '');
}

/** Tells whether an operation answers with streams alone. */
function isNever({ def }: z.ZodType): boolean {
  return def.type === 'never';
}

/** Keys of locations and resolvers are sent by programs, which have no session. */
function securityOf(access: AccessLevel): object[] {
  const session = { session: [] };
  if (access === 'session') return [session];
  const keys = [{ bearer: [] }, { apiKey: [] }];
  if (access === 'location' || access === 'resolver') return keys;
  return access === 'public' ? [{}, ...keys, session] : [...keys, session];
}

/** Makes an operation's id of its summary: "List monitoring locations" is `listMonitoringLocations`. */
export function operationId(summary: string): string {
  const [first = '', ...rest] = summary.replaceAll(/[^A-Za-z0-9 ]/g, '').split(' ');
  return first.toLowerCase() + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function describeParameters(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  book: SchemaBook,
): object[] {
  if (schema === undefined) return [];
  const json = book.convert(schema, 'input');
  const required = new Set((json.required ?? []) as string[]);
  return Object.entries((json.properties ?? {}) as Record<string, JsonSchema>).map(([name, property]) => {
    const { description, ...rest } = property;
    return {
      name,
      in: place,
      required: place === 'path' || required.has(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

function describeHeaders(body: RawBody): object[] {
  return Object.entries(body.headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));
}

function describeBody(
  body: z.ZodType | RawBody,
  { jsonLimits = ordinaryJson }: Endpoint<never>,
  book: SchemaBook,
): object {
  if (!('contentTypes' in body)) {
    const required = !body.safeParse(undefined).success;
    return {
      required,
      description: `At most ${jsonLimits.bytes} bytes.`,
      content: { 'application/json': { schema: book.convert(body, 'input') } },
    };
  }
  const content = body.contentTypes.map((type) => {
    const schema = body.schemas[type];
    return [type, schema === undefined ? {} : { schema: book.convert(schema, 'input') }];
  });
  return {
    required: true,
    description: `At most ${body.maxBytes} bytes. Content codings: ${body.contentEncodings.join(', ')}.`,
    content: Object.fromEntries(content),
  };
}
