import Router from '@koa/router';
import type { Endpoint, Method } from './define-endpoint.ts';
import { type EndpointHost, endpointHandler } from './endpoint-handler.ts';
import { HttpError } from './http-error.ts';
import type { Handler, HttpContext, RequestState } from './request-state.ts';

/** A route outside the table: health, metrics, the documentation itself. */
export interface SystemRoute {
  readonly method: Method;
  readonly path: string;
  readonly handle: Handler;
}

/** The router over the endpoint table and the system's own routes. Throws where two claim one method and path. */
export function createRouter<Ports>(
  endpoints: readonly Endpoint<Ports>[],
  ports: Ports,
  host: EndpointHost,
  systemRoutes: readonly SystemRoute[],
): Router<RequestState> {
  const router = new Router<RequestState>({ sensitive: true });
  const claimed = new Set<string>();
  const add = (method: Method, path: string, handle: Handler) => {
    const claim = `${method} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`;
    if (claimed.has(claim)) throw new Error(`two routes claim ${claim}`);
    claimed.add(claim);
    router.register(path.replaceAll(/\{([^}]+)\}/g, ':$1'), [method], (context) => {
      context.state.route = path;
      return handle(context as HttpContext);
    });
  };
  for (const route of systemRoutes) add(route.method, route.path, route.handle);
  for (const endpoint of endpoints)
    add(endpoint.method, endpoint.path, endpointHandler(endpoint, ports, host));
  return router;
}

/** What is left for requests that no route took: 404, 405, or the answer to OPTIONS. */
export function refuseUnmatched(context: HttpContext & { matched?: { methods: string[] }[] }): void {
  const matched = context.matched ?? [];
  if (matched.length === 0) throw new HttpError('unknown_route', 'There is nothing at this path.');
  const allow = [...new Set(matched.flatMap((layer) => layer.methods)), 'OPTIONS'].sort().join(', ');
  if (context.method !== 'OPTIONS') {
    throw new HttpError('method_not_allowed', `This path takes ${allow}.`, { headers: { Allow: allow } });
  }
  context.set('Allow', allow);
  context.status = 204;
}
