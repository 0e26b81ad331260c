import type { Registry } from 'prom-client';
import { checkAccess } from '../access/check-access.ts';
import { type Identification, resolveCaller } from '../access/resolve-caller.ts';
import type { Exchange } from '../exchange.ts';
import type { SystemRoute } from './system-route.ts';

/** Metrics may be read without an administrator's credential by all, by callers from this machine, or by nobody. */
export type MetricsAccess = 'open' | 'local' | 'admin';

const forAdministrators = {
  level: 'admin',
  needs: 'owner',
  confirmed: false,
  family: 'Administration',
  reads: true,
  byLocation: false,
} as const;

/** Serves `/metrics` in the text format of Prometheus. */
export function metricsRoute(
  registry: Registry,
  access: MetricsAccess,
  identification: Identification,
): SystemRoute {
  return {
    method: 'GET',
    path: '/metrics',
    handle: async (context) => {
      if (access === 'admin' || (access === 'local' && !isLocal(context.state))) {
        checkAccess(forAdministrators, await resolveCaller(context.state, identification));
      }
      context.set('Content-Type', registry.contentType);
      context.body = await registry.metrics();
    },
  };
}

/**
 * Tells whether a request comes from this machine: what a proxy beside us passes on comes from somewhere else, also if
 * the proxy is not told of in the settings.
 */
function isLocal({ address, request: { headers } }: Exchange): boolean {
  const passedOn = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'].some((name) => name in headers);
  return !passedOn && (address.startsWith('127.') || address === '::1');
}
