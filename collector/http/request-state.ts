import type Koa from 'koa';
import type { Caller } from '../domain/access/caller.ts';

/** What is known of a request while it is served. */
export interface RequestState {
  requestId: string;
  /** The client's address, past trusted proxies. */
  address: string;
  /** The path as the table writes it; `unmatched` until a route was found. */
  route: string;
  caller: Caller | undefined;
  /** The code of the error that was answered. */
  errorCode: string | undefined;
  /** Headers of the answer, gathered until it goes out. A handler that sets one on Koa's context has the last word. */
  headers: Record<string, string>;
  /** An answer that is whole and small; all others are left to Koa. */
  answer: JsonAnswer | undefined;
}

export interface JsonAnswer {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
}

export type HttpContext = Koa.ParameterizedContext<RequestState>;
export type Handler = (context: HttpContext) => Promise<void> | void;
