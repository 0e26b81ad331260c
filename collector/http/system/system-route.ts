import type Koa from 'koa';
import type { Method } from '../define-endpoint.ts';
import type { Exchange } from '../exchange.ts';

export type HttpContext = Koa.ParameterizedContext<Exchange>;
export type Handler = (context: HttpContext) => Promise<void> | void;

/** A system route is a route outside the table of endpoints: health, metrics, the documentation itself. */
export interface SystemRoute {
  readonly method: Method;
  readonly path: string;
  readonly handle: Handler;
}
