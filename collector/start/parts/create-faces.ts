import { systemClock as clock, systemRandom as random } from '@sonde/shared/system/system.ts';
import { DashboardBundle } from '../../dashboard/dashboard-bundle.ts';
import { createDashboard } from '../../dashboard/dashboard-routes.ts';
import {
  type CertificateStream,
  entryEvents,
} from '../../domain/intelligence/transparency/stream/certificate-stream.ts';
import type { Authenticate } from '../../domain/people/access/authenticate.ts';
import { chooseBrand } from '../../domain/people/brand/choose-brand.ts';
import type { BurstLimits } from '../../domain/people/quota/burst-limits.ts';
import type { DailyQuota } from '../../domain/people/quota/daily-quota.ts';
import type { LiveTail } from '../../domain/traffic/live/live-tail.ts';
import { type EndpointPorts, endpoints } from '../../endpoints/index.ts';
import { followBus } from '../../events/bus-publisher.ts';
import { events } from '../../events/index.ts';
import { graphqlAdmission } from '../../graphql/admission.ts';
import { createGraphqlFace, type GraphqlParts } from '../../graphql/graphql-routes.ts';
import { TrustedProxies } from '../../http/client-address.ts';
import { createApp } from '../../http/create-app.ts';
import { dailyCallQuota } from '../../http/limits/call-quota.ts';
import { RequestsOfCallers } from '../../http/limits/requests-of-callers.ts';
import { openApiDocument } from '../../http/openapi/document.ts';
import {
  type ChallengeAnswer,
  challengeListener,
  serveChallenges,
} from '../../http/server/challenge-server.ts';
import type { ListenAddress } from '../../http/server/listen-address.ts';
import { serve } from '../../http/server/serve.ts';
import type { RequestSessions } from '../../http/session/request-sessions.ts';
import { challengeRoute } from '../../http/system/challenge-route.ts';
import { docsRoutes } from '../../http/system/docs-routes.ts';
import { healthRoutes, type ReadinessCheck } from '../../http/system/health-routes.ts';
import { indexRoute } from '../../http/system/index-route.ts';
import { metricsRoute } from '../../http/system/metrics-route.ts';
import type { EventBus } from '../../ports/system/event-bus.ts';
import type { PlatformStatistics } from '../../ports/system/platform-statistics.ts';
import { CertstreamFace } from '../../socket/certstream/certstream-face.ts';
import { createSocketFace } from '../../socket/socket-face.ts';
import type { Foundation } from '../foundation.ts';
import { watchDisk } from '../own-warnings.ts';
import { version } from '../version.ts';
import type { ClientCertificateParts } from './create-client-certificates.ts';
import type { CollectorTls } from './create-tls.ts';

interface Given {
  /** Endpoints and GraphQL need these ports. */
  readonly ports: EndpointPorts & GraphqlParts['ports'];
  readonly access: {
    readonly authenticate: Authenticate;
    readonly requestSessions: RequestSessions;
    readonly quota: DailyQuota;
  };
  readonly burst: BurstLimits;
  readonly bus: EventBus;
  readonly statistics: () => Promise<PlatformStatistics>;
  readonly tail: LiveTail;
  readonly certificateStream: Pick<CertificateStream, 'follow'>;
  readonly readiness: readonly ReadinessCheck[];
  readonly warnings: () => readonly string[];
  readonly tls: CollectorTls;
  readonly clients: ClientCertificateParts;
}

/**
 * Creates the faces of the collector: REST, GraphQL, documentation, health and metrics over HTTP, and the real-time
 * channel.
 */
export async function createFaces(
  {
    ports,
    access,
    burst,
    bus,
    statistics,
    tail,
    certificateStream,
    readiness,
    warnings,
    tls,
    clients,
  }: Given,
  { config, log, registry, meter, stage, dataDirectory }: Foundation,
) {
  const { authenticate, requestSessions: sessions, quota } = access;
  const callQuota = dailyCallQuota(quota, clock, burst);
  const underWay = new RequestsOfCallers(config.maxRequestsPerCaller);
  const graphql = stage.add(
    'graphql',
    await createGraphqlFace({
      ports,
      log,
      explorer: config.graphqlExplorer === 'on',
      timeLimit: config.requestTime,
      ...graphqlAdmission({ authenticate, sessions, quota: callQuota, underWay }),
    }),
  );
  const ownWarnings = [watchDisk(dataDirectory, meter), tls.warnings];
  const bundle = new DashboardBundle({ dataDirectory, random, log });
  const dashboard = createDashboard(bundle, log, indexRoute());
  const app = createApp({
    endpoints,
    ports,
    authenticate,
    sessions,
    proveClient: clients.proveClient,
    quota: callQuota,
    underWay,
    systemRoutes: [
      ...dashboard.routes,
      ...docsRoutes(
        () => openApiDocument(endpoints, version, events),
        (host) => chooseBrand(host, ports).name,
      ),
      ...healthRoutes(readiness, log, () => [...warnings(), ...ownWarnings.flatMap((tell) => tell())]),
      ...(tls.answerChallenge === undefined ? [] : [challengeRoute(tls.answerChallenge)]),
      metricsRoute(registry, config.metricsAccess, { authenticate, sessions }),
      ...graphql.routes,
    ],
    page: dashboard.page,
    random,
    log,
    meter,
    settings: {
      trustedProxies: config.trustedProxies,
      corsOrigins: config.corsOrigins,
      maxJsonBytes: config.maxJsonBytes,
      bodyBudgetBytes: config.bodyBudgetBytes,
      timeLimit: config.requestTime,
      maxInFlight: config.maxRequests,
    },
  });
  const socket = createSocketFace({
    authenticate,
    sessions,
    trustedProxies: new TrustedProxies(config.trustedProxies),
    corsOrigins: config.corsOrigins,
    statistics,
    live: { locations: ports.locations, addressNotes: ports.addressNotes, tail },
    clock,
    log,
    meter,
  });
  const certstream = new CertstreamFace({
    authenticate,
    trustedProxies: new TrustedProxies(config.trustedProxies),
    clock,
    meter,
  });
  followBus(bus, socket.deliver);
  certificateStream.follow((certificate) => {
    for (const event of entryEvents(certificate)) socket.deliver(event);
    certstream.deliver(certificate);
  });

  return {
    /** Listens. Everything else is to be there: whoever can connect may ask for everything. */
    async open(): Promise<readonly ListenAddress[]> {
      const attach: typeof socket.attach = (server) => {
        socket.attach(server);
        certstream.attach(server);
      };
      const serving = await serve(app, config.listen, random, {
        attach,
        tls: tls.served,
        clients: clients.clientCertificates,
      });
      stage.add('http', { stop: () => serving.stop(config.drainTime) });
      stage.add('socket', socket);
      stage.add('certstream', certstream);
      if (tls.answerChallenge !== undefined) await openChallenges(tls.answerChallenge, config, stage);
      tls.start();
      return serving.addresses;
    },
  };
}

/** Answers authorities that look for a challenge without TLS. */
async function openChallenges(
  answer: ChallengeAnswer,
  { acmeHttpListen, acmeNames: names, publicUrl }: Foundation['config'],
  stage: Foundation['stage'],
): Promise<void> {
  const listener = challengeListener(answer, { names, publicUrl });
  for (const address of acmeHttpListen) stage.add('challenges', await serveChallenges(listener, address));
}
