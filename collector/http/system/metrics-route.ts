import type { Registry } from 'prom-client';
import type { Authenticate } from '../../domain/access/authenticate.ts';
import { checkAccess } from '../check-access.ts';
import { resolveCaller } from '../resolve-caller.ts';
import type { SystemRoute } from './system-route.ts';

/** `/metrics` in the text format of Prometheus; for administrators alone where it is told how to know them. */
export function metricsRoute(registry: Registry, authenticate: Authenticate | undefined): SystemRoute {
  return {
    method: 'GET',
    path: '/metrics',
    handle: async (context) => {
      if (authenticate !== undefined) checkAccess('admin', await resolveCaller(context.state, authenticate));
      context.set('Content-Type', registry.contentType);
      context.body = await registry.metrics();
    },
  };
}
