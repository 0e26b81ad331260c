import Koa from 'koa';

import type { Authenticate } from '../domain/access/authenticate.ts';
import type { Log } from '../ports/system/log.ts';
import type { Meter } from '../ports/system/metrics.ts';
import type { Random } from '../ports/system/random.ts';
import { BodyReader } from './body/body-reader.ts';
import type { CallQuota } from './call-quota.ts';
import { TrustedProxies } from './client-address.ts';
import type { Endpoint } from './define-endpoint.ts';
import { frontDoor } from './front-door.ts';
import { HttpMetrics } from './http-metrics.ts';
import type { RequestState } from './request-state.ts';
import { RequestsInFlight } from './requests-in-flight.ts';
import { RequestsOfCallers } from './requests-of-callers.ts';
import { createRouter, refuseUnmatched, type SystemRoute } from './routes.ts';
import type { OnFault } from './steps/answer-error.ts';
import { cors } from './steps/cors.ts';

export interface HttpSettings {
  /** Addresses and networks of proxies, and `unix`. */
  readonly trustedProxies: readonly string[];
  readonly corsOrigins: readonly string[];
  /** Bytes of a JSON body, at most. */
  readonly maxJsonBytes: number;
  /** Bytes of all bodies being read together, at most. */
  readonly bodyBudgetBytes: number;
  /** Milliseconds that an answer may take. */
  readonly timeLimit: number;
  /** Requests served at once, at most. */
  readonly maxInFlight: number;
  /** Of these, one caller's. */
  readonly maxInFlightPerCaller: number;
}

export interface AppParts<Ports> {
  readonly endpoints: readonly Endpoint<Ports>[];
  readonly ports: Ports;
  readonly authenticate: Authenticate;
  readonly quota: CallQuota;
  readonly systemRoutes: readonly SystemRoute[];
  readonly random: Random;
  readonly log: Log;
  readonly meter: Meter;
  readonly settings: HttpSettings;
  readonly onFault?: OnFault;
}

/** The HTTP face of the collector. */
export function createApp<Ports>(parts: AppParts<Ports>): Koa<RequestState> {
  const { settings, log, random, onFault = () => {} } = parts;
  const app = new Koa<RequestState>();
  const router = createRouter(
    parts.endpoints,
    parts.ports,
    {
      authenticate: parts.authenticate,
      quota: parts.quota,
      underWay: new RequestsOfCallers(settings.maxInFlightPerCaller),
      bodies: new BodyReader(settings.bodyBudgetBytes),
      maxJsonBytes: settings.maxJsonBytes,
      timeLimit: settings.timeLimit,
    },
    parts.systemRoutes,
  );
  const inFlight = new RequestsInFlight(settings.maxInFlight);
  app.use(
    frontDoor({
      random,
      log,
      metrics: new HttpMetrics(parts.meter, () => inFlight.count),
      inFlight,
      trustedProxies: new TrustedProxies(settings.trustedProxies),
      answerCors: cors(settings.corsOrigins),
      onFault,
    }),
  );
  app.use(router.routes());
  app.use(refuseUnmatched);
  // What is left for Koa's own handler are clients that went away while they were answered.
  app.on('error', (error) => log.debug({ err: error }, 'answer not delivered'));
  return app;
}
