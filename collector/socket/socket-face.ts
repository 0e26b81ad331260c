import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import { DomainError } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import { Server, type Socket } from 'socket.io';
import type { Authenticate } from '../domain/people/access/authenticate.ts';
import type { Caller } from '../domain/people/access/caller.ts';
import { checkSource } from '../domain/people/access/check-source.ts';
import { countedSubject } from '../domain/people/quota/usage-subject.ts';
import type { LiveQueryPorts } from '../domain/traffic/live/subscribe-queries.ts';
import type { EventContract } from '../events/define-event.ts';
import { events } from '../events/index.ts';
import { clientAddress, type TrustedProxies } from '../http/client-address.ts';
import { requestCredential } from '../http/credential.ts';
import type { RequestSessions } from '../http/session/request-sessions.ts';
import type { PublishedEvent } from '../ports/system/events.ts';
import type { Meter } from '../ports/system/metrics.ts';
import type { PlatformStatistics } from '../ports/system/platform-statistics.ts';
import { Backlog } from './backlog.ts';
import { boundedAdapter } from './bounded-adapter.ts';
import { CallerPlaces } from './caller-places.ts';
import { CredentialWatch, type WatchedCredential } from './credential-watch.ts';
import { CertificateFlood, floodRoom } from './flood/certificate-flood.ts';
import { DeliveryTurns } from './flood/delivery-turns.ts';
import { handleConnection } from './handle-connection.ts';
import { PacedWebSockets } from './paced-web-sockets.ts';
import { StatisticsTeller } from './statistics-teller.ts';

const path = '/socket.io/';
/** Connections at once, at most. */
const maxConnections = 20_000;
/** One account, or one address (a /64 of IPv6), may have this many connections: nobody takes all places alone. */
const maxConnectionsPerCaller = 10_000;
/** Bytes of one message from a client: names and little else. */
const maxMessageBytes = 16_384;
/** Milliseconds after which a client that was cut off can no longer pick up where it left. */
const resumption = 60_000;
/** Milliseconds after which an upgrade to a path that nobody serves is ended. */
const othersAdmitWithin = 20_000;

export interface SocketFaceParts {
  readonly authenticate: Authenticate;
  readonly sessions: Pick<RequestSessions, 'tokenOf' | 'authenticate'>;
  readonly trustedProxies: TrustedProxies;
  readonly corsOrigins: readonly string[];
  readonly statistics: () => Promise<PlatformStatistics>;
  readonly live?: LiveQueryPorts | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
  /** Milliseconds between two looks at whether connections' credentials are still good. */
  readonly credentialInterval?: number;
  readonly maxConnectionsPerCaller?: number;
  /** Milliseconds between two tellings of the platform's numbers; 30 seconds if absent. */
  readonly statisticsInterval?: number;
}

export interface SocketFace {
  /** Serves `/socket.io/` on a server, beside what it serves already. */
  attach(server: HttpServer | TlsServer): void;
  /** Sends an event to its subscribers on this collector. */
  deliver(event: PublishedEvent): void;
  /** Ends all real-time connections; the servers go on. */
  stop(): Promise<void>;
}

/** Creates the real-time face of the collector: Socket.IO at `/socket.io/`. */
export function createSocketFace(parts: SocketFaceParts): SocketFace {
  const { log, meter } = parts;
  const sent = meter.counter('sonde_events_total', 'Events handed to subscribers, by kind.', ['event']);
  const missed = meter.counter(
    'sonde_events_missed_total',
    'Events left out for clients that read too slowly.',
  );
  const backlog = new Backlog();
  const places = new CallerPlaces(parts.maxConnectionsPerCaller ?? maxConnectionsPerCaller);
  const watch = new CredentialWatch(parts.credentialInterval);
  const identities = new WeakMap<Socket, Identity>();
  const io = new Server({
    path,
    serveClient: false,
    maxHttpBufferSize: maxMessageBytes,
    connectionStateRecovery: { maxDisconnectionDuration: resumption, skipMiddlewares: false },
    adapter: boundedAdapter(backlog, () => missed.add(1)),
    cors: { origin: parts.corsOrigins.includes('*') ? '*' : [...parts.corsOrigins] },
    allowRequest: (request, decide) => decide(null, mayConnect(request, parts.corsOrigins)),
    // Compressing small messages for thousands of connections costs more memory than it saves bytes.
    perMessageDeflate: false,
    // Others admit to paths of their own, and may wait for the store before they do.
    destroyUpgradeTimeout: othersAdmitWithin,
    wsEngine: PacedWebSockets,
    httpCompression: false,
  });
  meter.gauge('sonde_socket_connections', 'Open real-time connections.', () => io.engine?.clientsCount ?? 0);

  io.use((socket, next) => {
    if (io.engine.clientsCount > maxConnections) {
      next(new Error('Too many connections are open: try again later.'));
      return;
    }
    identify(parts, socket).then(
      (known) => {
        const full = places.isFullFor(countedSubject(known.caller).subject);
        if (!full) identities.set(socket, known);
        next(full ? new Error('This caller has too many connections open.') : undefined);
      },
      (error: unknown) => next(new Error(isTold(error) ? error.message : 'This key or token is not valid.')),
    );
  });
  io.on('connection', (socket) => {
    const { caller, credential } = identities.get(socket)!;
    places.take(socket, countedSubject(caller).subject);
    if (credential !== undefined) watch.follow(socket, credential);
    if (socket.recovered) leaveRoomsOfOthers(socket, caller);
    backlog.follow(socket, (count) => {
      socket.emit('error', { message: `${count} events were left out: this client reads too slowly.` });
    });
    handleConnection(socket, { ...parts, caller, admits: () => backlog.admits(socket.id) });
  });

  const dropped = meter.counter(
    'sonde_events_undelivered_total',
    'Events that found no room to wait for their turn.',
  );
  // Each contract is that of its own event's payload, which the type of a lookup by name can't express.
  const contractOf = (event: PublishedEvent) => events[event.name] as unknown as EventContract;
  const payloadOf = (event: PublishedEvent): unknown => {
    const checked = contractOf(event).payload.safeParse(event.payload);
    if (checked.success) return checked.data;
    log.error({ event: event.name, issues: checked.error.issues }, 'an event of a wrong shape was published');
    return undefined;
  };
  const send = (event: PublishedEvent, except?: string): number => {
    const { rooms: roomsOf } = contractOf(event);
    const rooms = roomsOf(event.payload, event.accountId).filter((room) => room !== except);
    const listeners = connectionsIn(io, rooms);
    if (listeners === 0) return 0;
    const payload = payloadOf(event);
    if (payload === undefined) return 0;
    const target = except === undefined ? io : io.except(except);
    target.to(rooms).emit(event.name, payload);
    sent.add(1, { event: event.name });
    return listeners;
  };
  const turns = new DeliveryTurns<PublishedEvent>({ deliver: send, onDropped: () => dropped.add(1) });
  const flood = new CertificateFlood({
    io,
    backlog,
    sendToOthers: (event) => void send(event, floodRoom),
    payloadOf,
    onSent: (count) => sent.add(count, { event: 'ct_log_entry' }),
    onMissed: (count) => missed.add(count),
  });
  const statistics = new StatisticsTeller(parts, (payload) => {
    if (io.engine !== undefined && io.engine.clientsCount > 0) io.emit('stats_update', payload);
  });
  meter.gauge('sonde_events_waiting', 'Events that wait for delivery.', () => turns.waiting);

  return {
    attach: (server) => {
      io.attach(server);
      server.prependListener('request', setSecurityHeaders);
    },
    deliver: (event) => (event.name === 'ct_log_entry' ? flood : turns).add(event),
    // Not by io.close(), which would close the HTTP servers too and wait for connections that clients keep alive.
    stop: async () => {
      watch.stop();
      turns.stop();
      flood.stop();
      statistics.stop();
      io.disconnectSockets(true);
      io.engine?.close();
    },
  };
}

/** At most so many: who is in two of the rooms is counted twice. */
function connectionsIn(io: Server, rooms: readonly string[] | string): number {
  const all = io.of('/').adapter.rooms;
  return [rooms].flat().reduce((sum, room) => sum + (all.get(room)?.size ?? 0), 0);
}

/** Answers that are no events, such as refusals, are nothing that a browser should make more of. */
const answerHeaders = new Map([
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
  ['Cache-Control', 'no-store'],
]);

function setSecurityHeaders({ url }: IncomingMessage, response: ServerResponse): void {
  if (url?.startsWith(path)) response.setHeaders(answerHeaders);
}

interface Identity {
  readonly caller: Caller;
  readonly credential: WatchedCredential | undefined;
}

/**
 * Identifies who connects. A credential is not needed, but one that is given on purpose must be good. The cookie of a
 * session comes along by itself: it counts from our own pages alone, and one that is over is as none.
 */
async function identify(parts: SocketFaceParts, { request, handshake }: Socket): Promise<Identity> {
  const text = givenCredential(handshake.auth.token, requestCredential(request.headers));
  if (text !== undefined) {
    const { authenticate } = parts;
    const caller = await authenticate(text);
    if (caller === undefined) throw new Error('unknown credential');
    checkSource(caller, addressOf(parts, request));
    return { caller, credential: { text, authenticate } };
  }
  const session = parts.sessions.tokenOf(request, 'change');
  if (session !== undefined) {
    const authenticate = (known: string) => parts.sessions.authenticate(known);
    const caller = await authenticate(session);
    if (caller !== undefined) return { caller, credential: { text: session, authenticate } };
  }
  return { caller: { kind: 'anonymous', address: addressOf(parts, request) }, credential: undefined };
}

function addressOf({ trustedProxies }: SocketFaceParts, { headers, socket }: IncomingMessage): string {
  const forwarded = headers['x-forwarded-for'];
  const hops = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
  return clientAddress(socket.remoteAddress, hops, trustedProxies);
}

/** Throws for what is no text, and for two that differ: either choice would surprise someone. */
function givenCredential(token: unknown, ofHeaders: string | undefined): string | undefined {
  if (token === undefined || token === null || token === '') return ofHeaders;
  if (typeof token !== 'string') throw new Error('a credential is a text');
  if (ofHeaders !== undefined && ofHeaders !== token) throw new Error('two credentials that differ');
  return token;
}

/**
 * Tells whether a page may connect: one of this server, or of an origin that may use the API. Browsers let pages of any
 * origin open WebSockets, and tell the server whose page it is; who is no browser tells nothing.
 */
function mayConnect({ headers: { origin, host } }: IncomingMessage, origins: readonly string[]): boolean {
  if (origin === undefined || origins.includes('*') || origins.includes(origin)) return true;
  return host !== undefined && URL.parse(origin)?.host === host.toLowerCase();
}

/** Tells whether a client is told of an error: of what it has done wrong, and no more of why a credential is none. */
function isTold(error: unknown): error is DomainError {
  return (
    error instanceof DomainError &&
    (error.code === 'cross_site_request' || error.code === 'network_insufficient')
  );
}

/**
 * Leaves the rooms of others: whoever picks up where a connection broke off may come with another credential than it
 * had, or with none.
 */
function leaveRoomsOfOthers(socket: Socket, caller: Caller): void {
  const isAccount = caller.kind === 'account';
  const own = isAccount ? `threat_feed:${caller.accountId}` : undefined;
  // What a narrowed key may hear is asked when it subscribes, so that it subscribes anew.
  const isNarrowed = isAccount && caller.bounds !== undefined;
  for (const room of socket.rooms) {
    if (isNarrowed ? room !== socket.id : room.startsWith('threat_feed:') && room !== own)
      void socket.leave(room);
  }
}
