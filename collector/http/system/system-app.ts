import type { IncomingMessage } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import { type Compression, isCompressible, isLarge, takesGzip, weakTag } from '../answer/compression.ts';
import type { Exchange } from '../exchange.ts';
import { HttpError } from '../http-error.ts';
import { answerOtherMethod } from '../operations/other-method.ts';
import type { Handler, HttpContext, SystemRoute } from './system-route.ts';

export interface SystemAppParts {
  readonly routes: readonly SystemRoute[];
  /** Answers GET of what no route claims, below no segment that one does; `unknown_route` if absent. */
  readonly page?: Handler | undefined;
  /** First segments of paths that are the API's. */
  readonly claimed: ReadonlySet<string>;
  readonly compression: Compression;
  /** Answers what was thrown. */
  readonly fail: (exchange: Exchange, error: unknown) => void;
  /** Told of what comes too late to be answered, as when a client went away meanwhile. */
  readonly onLate: (error: Error) => void;
}

/** Makes the Koa application behind the front door: it answers all that is not in the table of endpoints. */
export function systemApp(parts: SystemAppParts): (exchange: Exchange) => Promise<void> {
  const { routes, compression, fail, onLate, page, claimed } = parts;
  const exchanges = new WeakMap<IncomingMessage, Exchange>();
  const app = new Koa<Exchange>();
  app.use(async (context, next) => {
    const exchange = exchanges.get(context.req)!;
    context.state = exchange;
    try {
      await next();
      await compressBody(context, compression);
      handOver(context, exchange);
    } catch (error) {
      context.respond = false;
      fail(exchange, error);
    }
  });
  app.use(createRouter(routes).routes());
  app.use((context) => {
    const { path, method } = context.state;
    const isPage =
      page !== undefined && (method === 'GET' || method === 'HEAD') && !claimed.has(firstSegment(path));
    return isPage && (context as Matched).matched?.length === 0 ? page(context) : refuseUnmatched(context);
  });
  app.on('error', onLate);
  const handle = app.callback();
  return (exchange) => {
    exchanges.set(exchange.request, exchange);
    return handle(exchange.request, exchange.response);
  };
}

/** Throws if two routes claim one method and path. */
function createRouter(routes: readonly SystemRoute[]): Router<Exchange> {
  const router = new Router<Exchange>({ sensitive: true });
  const claimed = new Set<string>();
  for (const { method, path, handle } of routes) {
    const claim = `${method} ${path}`;
    if (claimed.has(claim)) throw new Error(`two routes claim ${claim}`);
    claimed.add(claim);
    router.register(path, [method], (context) => {
      context.state.route = path;
      return handle(context as HttpContext);
    });
  }
  return router;
}

/** The router matched these layers for the path, whatever the method. */
type Matched = HttpContext & { readonly matched?: readonly { readonly methods: string[] }[] };

/** Gives the first segment of a path: `api` of `/api/domain`. */
export function firstSegment(path: string): string {
  return path.split('/', 2)[1] ?? '';
}

/** Refuses requests that no route took: 404, 405, or the answer to OPTIONS. */
function refuseUnmatched(context: Matched): void {
  const methods = (context.matched ?? []).flatMap((layer) => layer.methods);
  if (methods.length === 0) throw new HttpError('unknown_route', 'This path does not exist.');
  const { status, headers } = answerOtherMethod(context.method, [...new Set(methods)]);
  context.set({ ...headers });
  context.status = status;
}

async function compressBody(context: HttpContext, compression: Compression): Promise<void> {
  const { body, method, res } = context;
  if (!isLarge(body) || !isCompressible(method, context.type)) return;
  context.vary('Accept-Encoding');
  if (res.hasHeader('Content-Encoding') || !takesGzip(context.req)) return;
  context.body = await compression.compress(body);
  context.set('Content-Encoding', 'gzip');
  const tag = res.getHeader('ETag');
  if (typeof tag === 'string') context.set('ETag', weakTag(tag));
}

/** Gives Koa the headers that every answer has. A handler that has set one of them itself has the last word. */
function handOver(context: HttpContext, { headers: { list } }: Exchange): void {
  for (let index = 0; index < list.length; index += 2) {
    const name = list[index]!;
    if (name === 'Vary') context.vary(list[index + 1]!);
    else if (!context.res.hasHeader(name)) context.res.setHeader(name, list[index + 1]!);
  }
}
