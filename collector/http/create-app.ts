import type { RequestListener } from 'node:http';
import type { Log } from '@sonde/shared/system/log.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { Authenticate } from '../domain/people/access/authenticate.ts';
import type { Meter } from '../ports/system/metrics.ts';
import type { ProveClient } from './access/client-certificate.ts';
import { BodyReader } from './body/body-reader.ts';
import { TrustedProxies } from './client-address.ts';
import type { Endpoint } from './define-endpoint.ts';
import { frontDoor } from './front-door.ts';
import { HttpMetrics } from './http-metrics.ts';
import type { CallQuota } from './limits/call-quota.ts';
import { RequestsInFlight } from './limits/requests-in-flight.ts';
import type { RequestsOfCallers } from './limits/requests-of-callers.ts';
import { createOperation } from './operations/operation.ts';
import { OperationTable } from './operations/operation-table.ts';
import type { RequestSessions } from './session/request-sessions.ts';
import { cors } from './steps/cors.ts';
import type { OnFault } from './steps/error-answer.ts';
import type { Handler, SystemRoute } from './system/system-route.ts';

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
}

export interface AppParts<Ports> {
  readonly endpoints: readonly Endpoint<Ports>[];
  readonly ports: Ports;
  readonly authenticate: Authenticate;
  readonly sessions: RequestSessions;
  /** What the connections of senders prove beside their keys. */
  readonly proveClient?: ProveClient | undefined;
  readonly quota: CallQuota;
  readonly underWay: RequestsOfCallers;
  readonly systemRoutes: readonly SystemRoute[];
  /** Answers GET of addresses that nothing else claims: the dashboard's. */
  readonly page?: Handler;
  readonly random: Random;
  readonly log: Log;
  readonly meter: Meter;
  readonly settings: HttpSettings;
  readonly onFault?: OnFault;
}

/** Creates the HTTP face of the collector. Throws if two endpoints or two system routes claim one method and path. */
export function createApp<Ports>(parts: AppParts<Ports>): RequestListener {
  const { settings, log, random, onFault = () => {} } = parts;
  const host = {
    authenticate: parts.authenticate,
    sessions: parts.sessions,
    proveClient: parts.proveClient,
    quota: parts.quota,
    underWay: parts.underWay,
    bodies: new BodyReader(settings.bodyBudgetBytes),
    maxJsonBytes: settings.maxJsonBytes,
    timeLimit: settings.timeLimit,
  };
  const operations = new OperationTable();
  for (const endpoint of parts.endpoints) {
    operations.add(endpoint.method, createOperation(endpoint, parts.ports, host));
  }
  for (const { method, path } of parts.systemRoutes) {
    if (operations.find(method, path) !== undefined) throw new Error(`two routes claim ${method} ${path}`);
  }
  const inFlight = new RequestsInFlight(settings.maxInFlight);
  return frontDoor({
    operations,
    systemRoutes: parts.systemRoutes,
    page: parts.page,
    random,
    log,
    metrics: new HttpMetrics(parts.meter, () => inFlight.count),
    inFlight,
    underWay: parts.underWay,
    trustedProxies: new TrustedProxies(settings.trustedProxies),
    answerCors: cors(settings.corsOrigins),
    onFault,
  });
}
