import type { Endpoint } from '../define-endpoint.ts';

/** A read input is the input of a call. */
interface ReadInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

type Asked = (input: ReadInput) => unknown;

/**
 * Finds out how an operation is asked about a location: by the path, or by `location_id` among its parameters or in its
 * body. The answer is `own` for operations that themselves leave out locations that a key does not show. Undefined for
 * all others.
 */
export function locationAsked(
  endpoint: Pick<Endpoint<never>, 'path' | 'params' | 'query' | 'body' | 'ownLocations'>,
): 'own' | Asked | undefined {
  if (endpoint.ownLocations === true) return 'own';
  if (/\/locations\/\{id\}/.test(endpoint.path)) return ({ params }) => field(params, 'id');
  if (hasField(endpoint.query)) return ({ query }) => field(query, 'location_id');
  if (hasField(endpoint.body)) return ({ body }) => field(body, 'location_id');
  return undefined;
}

function hasField(schema: unknown): boolean {
  const shape: unknown = typeof schema === 'object' && schema !== null && 'shape' in schema && schema.shape;
  return typeof shape === 'object' && shape !== null && 'location_id' in shape;
}

function field(input: unknown, name: string): unknown {
  return typeof input === 'object' && input !== null
    ? (input as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
