import type { Registry } from 'prom-client';
import type { SystemRoute } from '../routes.ts';

/** `/metrics` in the text format of Prometheus. */
export function metricsRoute(registry: Registry): SystemRoute {
  return {
    method: 'GET',
    path: '/metrics',
    handle: async (context) => {
      context.set('Content-Type', registry.contentType);
      context.body = await registry.metrics();
    },
  };
}
