import type Koa from 'koa';
import type { Log } from '../../ports/system/log.ts';
import type { Random } from '../../ports/system/random.ts';
import { clientAddress, type TrustedProxies } from '../client-address.ts';
import type { HttpMetrics } from '../http-metrics.ts';
import type { RequestState } from '../request-state.ts';

/** What an incoming X-Request-Id may look like to be taken over. */
const saneRequestId = /^[A-Za-z0-9._:-]{1,128}$/;

/** The outermost step: gives each request its identity, and when it is answered notes it in the log and the metrics. */
export function beginRequest(parts: {
  random: Random;
  log: Log;
  metrics: HttpMetrics;
  trustedProxies: TrustedProxies;
}): Koa.Middleware<RequestState> {
  const { random, log, metrics, trustedProxies } = parts;
  return async (context, next) => {
    const began = performance.now();
    const { req, res, state } = context;
    const given = req.headers['x-request-id'];
    state.requestId = typeof given === 'string' && saneRequestId.test(given) ? given : random.uuid();
    state.address = clientAddress(req.socket.remoteAddress, forwardedFor(req.headers), trustedProxies);
    state.route = 'unmatched';
    context.set('X-Request-Id', state.requestId);
    metrics.begin();
    res.once('close', () => {
      const seconds = (performance.now() - began) / 1_000;
      metrics.end(context.method, state.route, res.statusCode, seconds);
      log.info(
        {
          requestId: state.requestId,
          method: context.method,
          // The path alone: queries may hold what is not for logs.
          path: context.path.slice(0, 512),
          status: res.statusCode,
          code: state.errorCode,
          milliseconds: Math.round(seconds * 1e5) / 100,
          address: state.address,
          caller: state.caller?.kind,
          account:
            state.caller !== undefined && 'accountId' in state.caller ? state.caller.accountId : undefined,
          unfinished: res.writableFinished ? undefined : true,
        },
        'request',
      );
    });
    await next();
  };
}

function forwardedFor(headers: NodeJS.Dict<string | string[]>): string | undefined {
  const header = headers['x-forwarded-for'];
  return Array.isArray(header) ? header.join(',') : header;
}
