import type { Log } from '@sonde/shared/system/log.ts';
import { HttpError } from '../http/http-error.ts';
import type { Handler, HttpContext, SystemRoute } from '../http/system/system-route.ts';
import type { DashboardBundle, LoadedBundle } from './dashboard-bundle.ts';

/**
 * All that a page loads comes from here, no text ever becomes markup or script (Trusted Types), and no other page frames it.
 * `connect-src 'self'` covers the real-time connection too.
 */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' data:; " +
  "require-trusted-types-for 'script'; trusted-types 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A file's name has a hash of its content: what was fetched once is good for ever. */
const forEver = 'public, max-age=31536000, immutable';

export interface DashboardFace {
  /** The files of the bundle, and `/` for browsers; programs are told there where the documentation is. */
  readonly routes: readonly SystemRoute[];
  /** The page for an address that is nothing else: the dashboard knows its own addresses. */
  readonly page: Handler;
}

/** Serves the dashboard: one page for all of its addresses, and the files that it names. */
export function createDashboard(
  bundle: Pick<DashboardBundle, 'load'>,
  log: Log,
  index: SystemRoute,
): DashboardFace {
  const load = async (): Promise<LoadedBundle> => {
    try {
      return await bundle.load();
    } catch (error) {
      log.error({ err: error }, 'the dashboard can not be built');
      throw new HttpError('dashboard_unavailable', 'The dashboard can not be built here: the log says why.');
    }
  };
  const page: Handler = async (context) => {
    const { bytes, entityTag } = (await load()).pageFor(context.state.path);
    context.set('Content-Security-Policy', pagePolicy);
    context.set('Cross-Origin-Opener-Policy', 'same-origin');
    context.set('Cache-Control', 'no-cache');
    context.set('ETag', entityTag);
    context.vary('Accept');
    context.status = 200;
    if (context.fresh) {
      context.status = 304;
      return;
    }
    context.type = 'text/html; charset=utf-8';
    context.body = bytes;
  };
  return {
    page: (context) => {
      if (!takesPages(context)) throw new HttpError('unknown_route', 'This path does not exist.');
      context.state.route = 'dashboard page';
      return page(context);
    },
    routes: [
      {
        ...index,
        handle: (context) => {
          if (takesPages(context)) return page(context);
          context.vary('Accept');
          return index.handle(context);
        },
      },
      {
        method: 'GET',
        path: '/assets/:name',
        handle: async (context) => {
          const name = context.state.path.slice('/assets/'.length);
          const file = (await load()).files.get(name);
          if (file === undefined) throw new HttpError('unknown_route', 'There is no such file.');
          context.set('Cache-Control', forEver);
          context.type = file.type;
          context.body = file.bytes;
        },
      },
    ],
  };
}

/** Browsers that go to an address say so by naming HTML; programs take whatever comes, and are told of the API. */
function takesPages({ request }: HttpContext): boolean {
  return /(?:^|[,\s])text\/html(?:$|[;,\s])/i.test(request.headers.accept ?? '');
}
