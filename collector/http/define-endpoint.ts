import type { ResolverModule } from '@sonde/shared/schemas/resolver-module.ts';
import type { z } from 'zod';
import type { AccessLevel } from '../domain/access/access-level.ts';
import type { Caller } from '../domain/access/caller.ts';
import type { ConditionalAnswer } from './conditional-answer.ts';
import type { ErrorCode } from './error-catalogue.ts';
import type { RawBody, RawUpload } from './raw-body.ts';
import type { StreamedAnswer } from './streamed-answer.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Origin {
  /** The client's address, past trusted proxies. */
  readonly address: string;
  readonly requestId: string;
}

/** What `run` is given: everything validated, nothing of HTTP. */
export interface Input<Params, Query, Body, Who> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly caller: Who;
  /** Where the request comes from, for records of who did what. */
  readonly origin: Origin;
  /** Aborts when the client is gone or the time for the answer is over. */
  readonly signal: AbortSignal;
}

type Schema = z.ZodType | undefined;
type BodyKind = z.ZodType | RawBody | undefined;

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type OtherAnswer = StreamedAnswer | ConditionalAnswer;
type BodyOutput<B> = B extends RawBody ? RawUpload : Output<B>;

/** The callers that the access check lets through. */
export type CallerOf<Level extends AccessLevel> = Level extends 'public'
  ? Caller
  : Level extends 'location' | 'resolver'
    ? Extract<Caller, { readonly kind: Level }>
    : Level extends 'account_or_resolver'
      ? Extract<Caller, { readonly kind: 'account' | 'resolver' }>
      : Extract<Caller, { readonly kind: 'account' }>;

/** What an endpoint says of itself. */
interface Description<
  Level extends AccessLevel,
  Params extends Schema,
  Query extends Schema,
  Body extends BodyKind,
  Response extends z.ZodType,
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
  /** Of the keys of resolvers, the only one that may. */
  readonly module?: ResolverModule;
  /** Whether a call counts against the caller's day; true unless said otherwise. */
  readonly metered?: boolean;
  /**
   * What a call takes of the caller's burst, where it does more than look into the store: 1 for a few questions to the
   * network, 5 for a scan of a domain.
   */
  readonly cost?: number;
  /** Objects; numbers and booleans in them are read from their text, strictly. */
  readonly params?: Params;
  readonly query?: Query;
  /** A schema for JSON, or `rawBody` for bytes. */
  readonly body?: Body;
  /** The answer's shape; checked on the way out. */
  readonly response: Response;
  /** Content types of streams that may be answered with instead. */
  readonly streams?: readonly string[];
  /** Callers who name the entity tag that they have are answered with 304. */
  readonly conditional?: true;
  /** Status of success, 200 by default. */
  readonly status?: 200 | 201 | 202;
  /** Error codes beyond those that every endpoint may answer with. */
  readonly errors?: readonly ErrorCode[];
  /** Milliseconds that `run` may take, where the server's general bound does not fit. */
  readonly timeLimit?: number;
}

export interface EndpointContract<
  Level extends AccessLevel,
  Params extends Schema,
  Query extends Schema,
  Body extends BodyKind,
  Response extends z.ZodType,
  Ports,
> extends Description<Level, Params, Query, Body, Response> {
  readonly run: (
    input: Input<Output<Params>, Output<Query>, BodyOutput<Body>, CallerOf<Level>>,
    ports: Ports,
  ) => Promise<z.input<Response> | OtherAnswer> | z.input<Response> | OtherAnswer;
}

/** An endpoint as the router sees it: the types of its input are known to the contract alone. */
export interface Endpoint<Ports> extends Description<AccessLevel, Schema, Schema, BodyKind, z.ZodType> {
  readonly run: (input: Input<unknown, unknown, unknown, Caller>, ports: Ports) => unknown;
}

/** All that a list of endpoints asks for, taken together. */
export type PortsOf<List> = List extends readonly { run: (input: never, ports: infer Ports) => unknown }[]
  ? Ports
  : never;

/** An endpoint as data. The router, the OpenAPI document, the docs and the contract tests all read this. */
export function defineEndpoint<
  Level extends AccessLevel,
  Response extends z.ZodType,
  Ports,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends BodyKind = undefined,
>(
  contract: EndpointContract<Level, Params, Query, Body, Response, Ports>,
): Endpoint<Ports> & Description<Level, Params, Query, Body, Response> {
  // The one cast of the table: the router gives `run` only what the contract's own schemas and access check let through.
  return contract as Endpoint<Ports> & Description<Level, Params, Query, Body, Response>;
}
