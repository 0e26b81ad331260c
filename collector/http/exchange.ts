import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../domain/people/access/caller.ts';
import { AnswerHeaders, securityHeaders, securityHeadersOverTls } from './answer/answer-headers.ts';
import { TrustedProxies } from './client-address.ts';
import type { Origin } from './define-endpoint.ts';
import type { Dialect } from './dialects.ts';
import type { ErrorCode } from './error-catalogue.ts';
import { requestOrigin } from './session/request-origin.ts';
import { siteOf } from './session/sending-page.ts';

/** Nobody's word about a request is believed if nothing is said. */
const nobody = new TrustedProxies([]);

/** A subject's requests under way are counted here. */
export interface UnderWay {
  /** The id of an account, or the name of another subject. */
  readonly subject: number | string;
  count: number;
}

/** A request may do this about its place among all requests in flight. */
interface InFlight {
  checkPlace(exchange: Exchange, isReserved: boolean): void;
  take(exchange: Exchange): void;
  leave(exchange: Exchange): void;
}

/** An exchange is one request with all that is known of it and of its answer while it is served. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  /** Without the query; its escapes as they came. */
  readonly path: string;
  readonly query: string;
  readonly requestId: string;
  /** The client's address, past trusted proxies. */
  readonly address: string;
  readonly headers: AnswerHeaders;
  readonly #trusted: TrustedProxies;
  /** The path as the table writes it; `unmatched` until a route was found. */
  route = 'unmatched';
  caller: Caller | undefined = undefined;
  /** The request counts here among its caller's requests under way, as soon as it does. */
  underWay: UnderWay | undefined = undefined;
  /** The request has a place here among the requests in flight. */
  inFlight: InFlight | undefined = undefined;
  /** The protocol whose words failures are told in; `undefined` for those of the API. */
  dialect: Dialect | undefined = undefined;
  /** The code of the error that was answered. */
  errorCode: ErrorCode | undefined = undefined;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    address: string,
    trusted: TrustedProxies = nobody,
  ) {
    const target = originForm(request.url ?? '/');
    const queryAt = target.indexOf('?');
    this.request = request;
    this.response = response;
    this.method = request.method ?? 'GET';
    this.path = queryAt < 0 ? target : target.slice(0, queryAt);
    this.query = queryAt < 0 ? '' : target.slice(queryAt + 1);
    this.requestId = requestId;
    this.address = address;
    this.#trusted = trusted;
    this.headers = new AnswerHeaders(
      'encrypted' in request.socket ? securityHeadersOverTls : securityHeaders,
      ['X-Request-Id', requestId],
    );
  }

  /** Gives the origin of the request, as endpoints know it. */
  get origin(): Origin {
    const { address, requestId, request } = this;
    const own = requestOrigin(request, this.#trusted);
    const { secure, host = null } = own;
    const userAgent = request.headers['user-agent'] ?? null;
    return {
      address,
      requestId,
      userAgent,
      host,
      secure,
      // Few ask for it.
      get site() {
        return siteOf(request.headers, own);
      },
    };
  }
}

/** Path and query of a target: what stands behind the authority of its absolute form (RFC 9112 section 3.2.2). */
function originForm(target: string): string {
  if (target.startsWith('/') && !target.includes('#')) return target;
  const local = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return local === '' ? '/' : local;
}
