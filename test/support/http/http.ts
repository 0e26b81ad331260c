import type { ExecutionContext } from 'ava';
import { Registry } from 'prom-client';
import type { Authenticate } from '../../../collector/domain/people/access/authenticate.ts';
import { KeyAuthentication } from '../../../collector/domain/people/access/key-authentication.ts';
import { sessionAuthentication } from '../../../collector/domain/people/sessions/session-authentication.ts';
import { type EndpointPorts, endpoints } from '../../../collector/endpoints/index.ts';
import { TrustedProxies } from '../../../collector/http/client-address.ts';
import { type AppParts, createApp, type HttpSettings } from '../../../collector/http/create-app.ts';
import type { Endpoint } from '../../../collector/http/define-endpoint.ts';
import { noQuota } from '../../../collector/http/limits/call-quota.ts';
import { RequestsOfCallers } from '../../../collector/http/limits/requests-of-callers.ts';
import { addressUrl, type ListenAddress } from '../../../collector/http/server/listen-address.ts';
import { type ServeOptions, serve } from '../../../collector/http/server/serve.ts';
import { RequestSessions } from '../../../collector/http/session/request-sessions.ts';
import { createPrometheusMeter } from '../../../collector/metrics/prometheus-meter.ts';
import type { Random } from '../../../shared/system/random.ts';
import { FakeWorld } from '../fakes/world.ts';
import { silentLog } from '../silent-log.ts';
import { systemRandom } from '../system-random.ts';
import { testInstallation } from './test-installation.ts';

export interface TestApi {
  readonly url: string;
  readonly address: ListenAddress;
  readonly world: FakeWorld;
  readonly registry: Registry;
  /** What the app called its own fault. The test fails in the end unless it took them out. */
  readonly faults: unknown[];
  get(path: string, key?: string): Promise<Answer>;
  send(method: string, path: string, body: unknown, key?: string): Promise<Answer>;
  request(path: string, init: RequestInit): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // What JSON holds is for the test to say.
  readonly body: Record<string, unknown>;
  readonly text: string;
}

export const testSettings: HttpSettings = {
  trustedProxies: [],
  corsOrigins: [],
  maxJsonBytes: 1024 * 1024,
  bodyBudgetBytes: 256 * 1024 * 1024,
  timeLimit: 60_000,
  maxInFlight: 1_000,
};

/** Sessions of a world, as the collector has them. */
export function fakeSessions({ sessions }: FakeWorld): RequestSessions {
  return new RequestSessions({
    authenticate: sessionAuthentication({ sessions, clock: Date }),
    installationId: testInstallation,
    trustedProxies: new TrustedProxies([]),
  });
}

/** The real app over real sockets, with the real endpoints over stores in memory; or with a test's own endpoints. */
export async function startTestApi(
  t: ExecutionContext,
  options: {
    endpoints?: readonly Endpoint<EndpointPorts>[];
    settings?: Partial<HttpSettings>;
    maxInFlightPerCaller?: number;
    parts?: Partial<AppParts<EndpointPorts>>;
    world?: FakeWorld;
    listen?: ListenAddress;
    serving?: ServeOptions;
    sessions?: RequestSessions;
    wrapAuthenticate?: (byKey: Authenticate) => Authenticate;
  } = {},
): Promise<TestApi> {
  const world = options.world ?? new FakeWorld();
  const registry = new Registry();
  const faults: unknown[] = [];
  const keys = new KeyAuthentication({ apiKeys: world.apiKeys, accounts: world.accounts, clock: Date });
  world.authentication.forget = (id) => keys.forget(id);
  const random: Random = systemRandom;
  const app = createApp<EndpointPorts>({
    endpoints: options.endpoints ?? endpoints,
    ports: world.ports,
    sessions: options.sessions ?? fakeSessions(world),
    authenticate: options.wrapAuthenticate?.(keys.authenticate) ?? keys.authenticate,
    quota: noQuota,
    underWay: new RequestsOfCallers(options.maxInFlightPerCaller ?? 200),
    systemRoutes: [],
    random,
    log: silentLog,
    meter: createPrometheusMeter(registry),
    onFault: (error) => faults.push(error),
    ...options.parts,
    settings: { ...testSettings, ...options.settings },
  });
  const listen = options.listen ?? { kind: 'tcp', host: '127.0.0.1', port: 0 };
  const serving = await serve(app, [listen], random, options.serving);
  t.teardown(async () => {
    await serving.stop(0);
    keys.close();
    if (faults.length > 0) throw faults[0];
  });
  const address = serving.addresses[0]!;
  const url = addressUrl(address);
  const request = async (path: string, init: RequestInit): Promise<Answer> => {
    await world.stored.settled();
    const response = await fetch(url + path, { redirect: 'manual', ...init });
    const text = await response.text();
    const isJson =
      /^application\/(?:(?:scim|taxii)\+)?json/.test(response.headers.get('content-type') ?? '') &&
      text !== '';
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} };
  };
  const keyHeader = (key: string | undefined): Record<string, string> =>
    key === undefined ? {} : { authorization: `Bearer ${key}` };
  return {
    url,
    address,
    world,
    registry,
    faults,
    request,
    get: (path, key) => request(path, { headers: keyHeader(key) }),
    send: (method, path, body, key) =>
      request(path, {
        method,
        headers: { 'content-type': 'application/json', ...keyHeader(key) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}
