import type { z } from 'zod';
import type { Caller } from '../domain/access/caller.ts';

/**
 * Who may call an endpoint. `authenticated` is any account's key; `location` and `resolver` take the scoped keys of
 * senders; each level of account includes those before it.
 */
export type Access =
  | 'public'
  | 'authenticated'
  | 'premium'
  | 'enterprise'
  | 'location'
  | 'resolver'
  | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What `run` is given: everything validated, nothing of HTTP. */
export interface Input<Params, Query, Body, Who> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly caller: Who;
  /** Aborts when the client is gone or the time for the answer is over. */
  readonly signal: AbortSignal;
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** Callers of endpoints that need a credential are never anonymous. */
export type CallerOf<Level extends Access> = Level extends 'public'
  ? Caller
  : Exclude<Caller, { readonly kind: 'anonymous' }>;

export interface EndpointContract<
  Level extends Access,
  Params extends z.ZodType | undefined,
  Query extends z.ZodType | undefined,
  Body extends z.ZodType | undefined,
  Response extends z.ZodType,
  Ports,
> {
  readonly method: Method;
  /** With placeholders in braces, as the interface writes them: `/api/v1/dns-monitoring/locations/{id}`. */
  readonly path: string;
  /** A short imperative: "List monitoring locations". */
  readonly summary: string;
  readonly description?: string;
  /** The heading it stands under in the documentation. */
  readonly family: string;
  readonly access: Level;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The answer's shape; checked on the way out. */
  readonly response: Response;
  /** Status of success, 200 by default. */
  readonly status?: 200 | 201 | 202;
  /** Error codes beyond those that every endpoint may answer with. */
  readonly errors?: readonly string[];
  readonly run: (
    input: Input<Output<Params>, Output<Query>, Output<Body>, CallerOf<Level>>,
    ports: Ports,
  ) => Promise<z.input<Response>> | z.input<Response>;
}

/** An endpoint as data. The router, the OpenAPI document, the docs and the contract tests all read this. */
export function defineEndpoint<
  Level extends Access,
  Response extends z.ZodType,
  Ports,
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  contract: EndpointContract<Level, Params, Query, Body, Response, Ports>,
): EndpointContract<Level, Params, Query, Body, Response, Ports> {
  return contract;
}
