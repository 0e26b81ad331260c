import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Authenticate } from '../domain/access/authenticate.ts';
import type { Caller } from '../domain/access/caller.ts';
import { InvalidCredential } from '../domain/errors.ts';
import type { BodyReader } from './body/body-reader.ts';
import { openRawBody, readJsonBody } from './body/request-body.ts';
import { CallBounds } from './call-bounds.ts';
import type { CallQuota } from './call-quota.ts';
import { checkAccess } from './check-access.ts';
import { compileCoercion } from './coerce.ts';
import { ConditionalAnswer, namesTag } from './conditional-answer.ts';
import { requestCredential } from './credential.ts';
import type { Endpoint } from './define-endpoint.ts';
import { parseQuery } from './parse-url.ts';
import type { RawUpload } from './raw-body.ts';
import type { Handler, HttpContext } from './request-state.ts';
import type { RequestsOfCallers } from './requests-of-callers.ts';
import { smallestCompressed } from './steps/compress-answers.ts';
import { StreamedAnswer } from './streamed-answer.ts';
import { validate } from './validate.ts';

/** What serving an endpoint takes besides the endpoint's own ports. */
export interface EndpointHost {
  readonly authenticate: Authenticate;
  readonly quota: CallQuota;
  readonly underWay: RequestsOfCallers;
  readonly bodies: BodyReader;
  /** Bytes of a JSON body, at most. */
  readonly maxJsonBytes: number;
  /** Milliseconds that an answer may take where the contract says nothing. */
  readonly timeLimit: number;
}

/** An answer that does not fit its own contract: a fault of ours, told to the log and not to the client. */
export class ContractBreach extends Error {
  constructor(endpoint: { method: string; path: string }, cause: z.ZodError) {
    super(
      `the answer of ${endpoint.method} ${endpoint.path} breaks its contract: ${z.prettifyError(cause)}`,
      { cause },
    );
    this.name = 'ContractBreach';
  }
}

/**
 * Serves one endpoint: who calls, may he, how often, with what, and the answer. In that order, so that nothing is read
 * for callers who are refused.
 */
export function endpointHandler<Ports>(endpoint: Endpoint<Ports>, ports: Ports, host: EndpointHost): Handler {
  const readParams = inputReader(endpoint.params, 'path');
  const readQuery = inputReader(endpoint.query, 'query');
  return async (context) => {
    const known = resolveCaller(context, host.authenticate);
    const caller = known instanceof Promise ? await known : known;
    context.state.caller = caller;
    checkAccess(endpoint.access, caller, endpoint.module);
    host.underWay.begin(context, caller);
    if (endpoint.metered !== false) {
      const counting = host.quota.count(context, caller, endpoint.cost);
      if (counting !== undefined) await counting;
    }
    const params = readParams(context.params);
    const query = readQuery(endpoint.query === undefined ? {} : parseQuery(context.querystring));
    const body = endpoint.body === undefined ? undefined : await readBody(context, endpoint.body, host);
    const bounds = new CallBounds(context.res, endpoint.timeLimit ?? host.timeLimit);
    const { address, requestId } = context.state;
    const input = {
      params,
      query,
      body,
      caller,
      origin: { address, requestId },
      get signal() {
        return bounds.signal;
      },
    };
    const result = await bounds.within(endpoint.run(input, ports));
    if (result instanceof ConditionalAnswer) await bounds.within(answerUnlessKnown(context, result));
    else answer(context, endpoint, result);
  };
}

/** Who sends a request: anonymous without a credential. Throws where the credential is no good. */
export function resolveCaller(context: HttpContext, authenticate: Authenticate): Caller | Promise<Caller> {
  const credential = requestCredential(context.req.headers);
  if (credential === undefined) return { kind: 'anonymous', address: context.state.address };
  const caller = authenticate(credential);
  return caller instanceof Promise ? caller.then(knownCaller) : knownCaller(caller);
}

function knownCaller(caller: Caller | undefined): Caller {
  if (caller === undefined) throw new InvalidCredential();
  return caller;
}

function inputReader(schema: z.ZodType | undefined, where: string) {
  if (schema === undefined) return () => undefined;
  const coerce = compileCoercion(schema);
  return (parameters: Readonly<Record<string, string>>) => validate(schema, coerce(parameters), where);
}

function readBody(
  context: HttpContext,
  body: NonNullable<Endpoint<never>['body']>,
  host: EndpointHost,
): Promise<unknown> | RawUpload {
  if ('contentTypes' in body) return openRawBody(context, body, host.bodies);
  return readJsonBody(context, body, host.bodies, host.maxJsonBytes);
}

async function answerUnlessKnown(
  context: HttpContext,
  { entityTag, content }: ConditionalAnswer,
): Promise<void> {
  context.type = 'application/json';
  if (namesTag(context.get('If-None-Match'), entityTag)) {
    context.status = 304;
    context.set('ETag', entityTag);
    return;
  }
  const { bytes, entityTag: tag, headers } = await content();
  context.set({ ...headers, ETag: tag });
  context.body = bytes;
}

/** Only this function knows how a result becomes a response. */
function answer<Ports>(context: HttpContext, endpoint: Endpoint<Ports>, result: unknown): void {
  if (result instanceof StreamedAnswer) {
    context.status = endpoint.status ?? 200;
    context.set('Content-Type', result.contentType);
    context.set('Content-Disposition', `attachment; filename="${result.fileName}"`);
    context.body = Readable.from(result.chunks, { objectMode: false, highWaterMark: 256 * 1024 });
    return;
  }
  const checked = endpoint.response.safeParse(result);
  if (!checked.success) throw new ContractBreach(endpoint, checked.error);
  const status = endpoint.status ?? 200;
  const body = JSON.stringify(checked.data);
  if (body.length < smallestCompressed) {
    context.state.answer = { status, body };
    return;
  }
  context.status = status;
  context.type = 'application/json';
  context.body = body;
}
