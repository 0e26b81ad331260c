import type { SystemRoute } from './system-route.ts';

/** Leads from `/` to the documentation. */
export function indexRoute(): SystemRoute {
  return {
    method: 'GET',
    path: '/',
    handle: (context) => {
      context.status = 302;
      context.set('Location', '/docs');
      context.body = { docs: '/docs', openapi: '/openapi.json' };
    },
  };
}
