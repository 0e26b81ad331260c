import type { z } from 'zod';
import type { BodyReader } from '../body/body-reader.ts';
import { openRawBody, readJsonBody } from '../body/request-body.ts';
import { compileCoercion } from '../coerce.ts';
import type { Endpoint } from '../define-endpoint.ts';
import type { Exchange } from '../exchange.ts';
import { parseQuery } from '../parse-url.ts';
import { validate } from '../validate.ts';

/** What stands for the placeholders of a path, decoded. */
export type PathParameters = Readonly<Record<string, string>>;

export interface BodyLimits {
  readonly bodies: BodyReader;
  /** Bytes of a JSON body, at most. */
  readonly maxJsonBytes: number;
}

/** What a request brings, validated. */
export interface ReadInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Prepares the reading of an endpoint's input: at once, but for JSON bodies, which are waited for. */
export function compileInput(
  endpoint: Pick<Endpoint<never>, 'params' | 'query' | 'body'>,
  { bodies, maxJsonBytes }: BodyLimits,
): (exchange: Exchange, parameters: PathParameters) => ReadInput | Promise<ReadInput> {
  const readParams = parameterReader(endpoint.params, 'path');
  const readQuery = parameterReader(endpoint.query, 'query');
  const takesQuery = endpoint.query !== undefined;
  const { body: kind } = endpoint;
  return ({ query: text, request }, parameters) => {
    const params = readParams(parameters);
    const query = takesQuery ? readQuery(parseQuery(text)) : undefined;
    if (kind === undefined) return { params, query, body: undefined };
    if ('contentTypes' in kind) return { params, query, body: openRawBody(request, kind, bodies) };
    return readJsonBody(request, kind, bodies, maxJsonBytes).then((body) => ({ params, query, body }));
  };
}

function parameterReader(schema: z.ZodType | undefined, where: string) {
  if (schema === undefined) return () => undefined;
  const coerce = compileCoercion(schema);
  return (parameters: PathParameters) => validate(schema, coerce(parameters), where);
}
