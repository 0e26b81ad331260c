import type { ResolverModule } from '@sonde/shared/schemas/resolver-module.ts';
import type { z } from 'zod';
import type { AccessLevel } from '../domain/people/access/access-level.ts';
import type { AccountCaller, Caller, CallerSession } from '../domain/people/access/caller.ts';
import type { Role } from '../ports/accounts/people.ts';
import type { ConditionalAnswer } from './conditional-answer.ts';
import type { Dialect } from './dialects.ts';
import type { ErrorCode } from './error-catalogue.ts';
import type { HeadedAnswer } from './headed-answer.ts';
import type { JsonLimits } from './json-limits.ts';
import type { RawBody, RawUpload } from './raw-body.ts';
import type { SessionAnswer } from './session-answer.ts';
import type { StreamedAnswer } from './streamed-answer.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Origin {
  /** The client's address, past trusted proxies. */
  readonly address: string;
  readonly requestId: string;
  /** The client's own name. */
  readonly userAgent: string | null;
  /** Host and port that the client believes to ask, by its own word or a trusted proxy's. */
  readonly host: string | null;
  /** Whether it is known to have come over TLS. */
  readonly secure: boolean;
  /** The origin that a page of ours was opened at, `https://sonde.example`; null if the request does not tell. */
  readonly site: string | null;
}

/** The input of `run` is validated, and has nothing of HTTP. */
export interface Input<Params, Query, Body, Who> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly caller: Who;
  /** The origin of the request, for records of who did what. */
  readonly origin: Origin;
  /** Aborts when the client is gone or the time for the answer is over. */
  readonly signal: AbortSignal;
}

type Schema = z.ZodType | undefined;
type BodyKind = z.ZodType | RawBody | undefined;

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type OtherAnswer<Body> = StreamedAnswer | ConditionalAnswer | SessionAnswer<Body> | HeadedAnswer<Body>;
type BodyOutput<B> = B extends RawBody ? RawUpload : Output<B>;

/** The caller's type follows from the access level: the callers that the access check lets through. */
export type CallerOf<Level extends AccessLevel> = Level extends 'public'
  ? Caller
  : Level extends 'location' | 'resolver' | 'provisioning'
    ? Extract<Caller, { readonly kind: Level }>
    : Level extends 'account_or_resolver'
      ? Extract<Caller, { readonly kind: 'account' | 'resolver' }>
      : Level extends 'session'
        ? SessionCaller
        : AccountCaller;

/** Somebody who signed in with a browser. */
type SessionCaller = AccountCaller & { readonly session: CallerSession; readonly personId: number };

/** A description is what an endpoint says of itself. */
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
  /** The least role of a member: unless said otherwise any for reading, and `administrator` for all else. */
  readonly needs?: Role;
  /** Whether it changes nothing although it is no GET, so that keys that read alone may. */
  readonly reads?: true;
  /** Whether it leaves out itself what is of locations that the caller's key is not for. */
  readonly ownLocations?: true;
  /** Whether somebody with a session must have given his password in the last ten minutes. */
  readonly confirmed?: true;
  /** Whether requests that pages of other origins send are refused although they bring no cookie: it sets one. */
  readonly ownPages?: true;
  /** Of the keys of resolvers, only the keys of this module may. */
  readonly module?: ResolverModule;
  /** Whether it has a place, and memory for its body, when all others are taken: for what lets people in. */
  readonly reserved?: boolean;
  /** Whether a call counts against the caller's day; true unless said otherwise. */
  readonly metered?: boolean;
  /**
   * A call takes this much of the caller's burst, if it does more than look into the store: 1 for a few questions to
   * the network, 5 for a scan of a domain.
   */
  readonly cost?: number;
  /** Objects; numbers and booleans in them are read from their text, strictly. */
  readonly params?: Params;
  readonly query?: Query;
  /** A schema for JSON, or `rawBody` for bytes. */
  readonly body?: Body;
  /** Limits of JSON if the body holds more than most do: long lists or texts. */
  readonly jsonLimits?: JsonLimits;
  /** The answer's shape; checked on the way out. */
  readonly response: Response;
  /** Content types of streams that may be answered with instead. */
  readonly streams?: readonly string[];
  /** The protocol whose content type and failures the JSON of this endpoint has; missing for JSON as everywhere. */
  readonly dialect?: Dialect;
  /** Callers who name the entity tag that they have are answered with 304. */
  readonly conditional?: true;
  /** Status of success, 200 by default. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Error codes beyond those that every endpoint may answer with. */
  readonly errors?: readonly ErrorCode[];
  /** Milliseconds that `run` may take, if the server's general bound does not fit. */
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
  /** A call takes this much of the caller's burst besides `cost`, by its body: if work grows with that. */
  readonly extraCost?: (body: BodyOutput<Body>) => number;
  readonly run: (
    input: Input<Output<Params>, Output<Query>, BodyOutput<Body>, CallerOf<Level>>,
    ports: Ports,
  ) =>
    | Promise<z.input<Response> | OtherAnswer<z.input<Response>>>
    | z.input<Response>
    | OtherAnswer<z.input<Response>>;
}

/** An endpoint is shown to the router like this: the types of its input are known to the contract alone. */
export interface Endpoint<Ports> extends Description<AccessLevel, Schema, Schema, BodyKind, z.ZodType> {
  readonly extraCost?: (body: never) => number;
  readonly run: (input: Input<unknown, unknown, unknown, Caller>, ports: Ports) => unknown;
}

/** A list of endpoints needs all of these ports together. */
export type PortsOf<List> = List extends readonly { run: (input: never, ports: infer Ports) => unknown }[]
  ? Ports
  : never;

/** Defines an endpoint as data. The router, the OpenAPI document, the docs and the contract tests all read this. */
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
