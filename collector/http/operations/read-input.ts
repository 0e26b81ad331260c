import type { z } from 'zod';
import type { BodyReader } from '../body/body-reader.ts';
import { compileJsonBody, openRawBody } from '../body/request-body.ts';
import { compileCoercion } from '../coerce.ts';
import type { Endpoint } from '../define-endpoint.ts';
import type { Exchange } from '../exchange.ts';
import { ordinaryJson } from '../json-limits.ts';
import { parseQuery } from '../parse-url.ts';
import { validate } from '../validate.ts';

/** Path parameters are the decoded values for the placeholders of a path. */
export type PathParameters = Readonly<Record<string, string>>;

export interface BodyLimits {
  readonly bodies: BodyReader;
  /** Bytes of any JSON body, at most. */
  readonly maxJsonBytes: number;
}

/** A read input is the validated input of a request. */
export interface ReadInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Prepares the reading of an endpoint's input: at once, but for JSON bodies, which are waited for. */
export function compileInput(
  endpoint: Pick<Endpoint<never>, 'params' | 'query' | 'body' | 'reserved' | 'jsonLimits' | 'dialect'>,
  { bodies, maxJsonBytes }: BodyLimits,
): (exchange: Exchange, parameters: PathParameters) => ReadInput | Promise<ReadInput> {
  const readParams = parameterReader(endpoint.params, 'path');
  const readQuery = parameterReader(endpoint.query, 'query');
  const takesQuery = endpoint.query !== undefined;
  const { body: kind } = endpoint;
  const { bytes, members } = endpoint.jsonLimits ?? ordinaryJson;
  const purpose = {
    bytes: Math.min(bytes, maxJsonBytes),
    members,
    reserved: endpoint.reserved === true,
    dialect: endpoint.dialect,
  };
  const readJson =
    kind === undefined || 'contentTypes' in kind ? undefined : compileJsonBody(kind, bodies, purpose);
  return (exchange, parameters) => {
    const params = readParams(parameters);
    const query = takesQuery ? readQuery(parseQuery(exchange.query)) : undefined;
    if (readJson !== undefined) return readJson(exchange).then((body) => ({ params, query, body }));
    const isRaw = kind !== undefined && 'contentTypes' in kind;
    return { params, query, body: isRaw ? openRawBody(exchange, kind, bodies) : undefined };
  };
}

function parameterReader(schema: z.ZodType | undefined, where: string) {
  if (schema === undefined) return () => undefined;
  const coerce = compileCoercion(schema);
  return (parameters: PathParameters) => validate(schema, coerce(parameters), where);
}
