import { EventEmitter } from 'node:events';
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Meter } from '../../ports/system/metrics.ts';
import type { ToldCertificate } from '../../ports/transparency/told-certificate.ts';
import { CredentialWatch } from '../credential-watch.ts';
import { type FloodedListener, GatheredDelivery } from '../flood/gathered-delivery.ts';
import { textFrame } from '../flood/text-frame.ts';
import { type AdmissionParts, CertstreamRefusal, formOf, identify, refuse } from './certstream-admission.ts';
import { type CertstreamForm, certstreamMessage } from './certstream-forms.ts';

const bounds = {
  connections: 10_000,
  ofCaller: 6_000,
  /** Octets that may wait for one connection. */
  backlog: 1_048_576,
  messageBytes: 1_024,
} as const;
const heartbeatMilliseconds = 30_000;

export interface CertstreamFaceParts extends AdmissionParts {
  readonly clock: Clock;
  readonly meter: Meter;
  /** Milliseconds between two looks at whether connections' credentials are still good. */
  readonly credentialInterval?: number;
  /** Milliseconds. */
  readonly heartbeatInterval?: number;
  /** Lets others have their turn. */
  readonly turn?: () => Promise<unknown>;
}

type Listener = FloodedListener<ToldCertificate>;

/**
 * A certstream face tells of certificates over plain WebSockets in the forms of certstream, at `/certstream/`, `/certstream/full-stream` and
 * `/certstream/domains-only`.
 */
export class CertstreamFace {
  readonly #parts: CertstreamFaceParts;
  readonly #listeners = new Set<Listener>();
  readonly #places = new Map<number, number>();
  readonly #watch: CredentialWatch;
  readonly #delivery: GatheredDelivery<ToldCertificate>;
  readonly #server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: bounds.messageBytes,
    clientTracking: true,
  });
  readonly #heartbeat: NodeJS.Timeout;
  #isBeating = false;
  #isStopped = false;

  constructor(parts: CertstreamFaceParts) {
    const { clock, meter } = parts;
    this.#parts = parts;
    this.#watch = new CredentialWatch(parts.credentialInterval);
    const sent = meter.counter(
      'sonde_certstream_messages_total',
      'Certificates told in the forms of certstream.',
    );
    const missed = meter.counter(
      'sonde_certstream_missed_total',
      'Certificates left out for connections that read too slowly, or because there were too many for all.',
    );
    meter.gauge(
      'sonde_certstream_connections',
      'Connections that listen as to certstream.',
      () => this.#listeners.size,
    );
    this.#delivery = new GatheredDelivery({
      listeners: () => this.#listeners,
      frame: (form, certificate) =>
        textFrame(certstreamMessage(form as CertstreamForm, certificate, clock.now())),
      onSent: (count) => sent.add(count),
      onMissed: (count) => missed.add(count),
      turn: parts.turn,
    });
    this.#heartbeat = setInterval(
      () => void this.#beat(),
      parts.heartbeatInterval ?? heartbeatMilliseconds,
    ).unref();
  }

  attach(server: HttpServer | TlsServer): void {
    server.prependListener('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      void this.#admit(request, socket, head);
    });
  }

  deliver(certificate: ToldCertificate): void {
    if (this.#listeners.size > 0) this.#delivery.add(certificate);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#heartbeat);
    this.#delivery.stop();
    this.#watch.stop();
    for (const client of this.#server.clients) client.terminate();
    this.#server.close();
  }

  async #admit(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Until the handshake is over nobody else listens for what may go wrong.
    const onError = () => socket.destroy();
    try {
      const form = formOf(request.url);
      if (form === undefined) return;
      socket.on('error', onError);
      const { caller, credential } = await identify(request, this.#parts);
      const { accountId } = caller;
      const taken = this.#places.get(accountId) ?? 0;
      if (this.#isStopped || this.#listeners.size >= bounds.connections || taken >= bounds.ofCaller)
        throw new CertstreamRefusal('503 Service Unavailable');
      this.#server.handleUpgrade(request, socket, head, (client) => {
        socket.off('error', onError);
        this.#places.set(accountId, (this.#places.get(accountId) ?? 0) + 1);
        this.#listen(client, listenerOn(socket, form), accountId, credential);
      });
    } catch (error) {
      refuse(socket, error);
    }
  }

  #listen(client: WebSocket, listener: Listener, accountId: number, credential: string): void {
    this.#listeners.add(listener);
    const watched = Object.assign(new EventEmitter(), {
      disconnect: () => client.close(1008, 'This key is not valid any more.'),
    });
    // What the watch tells before it ends a connection has no form here.
    watched.on('error', () => undefined);
    this.#watch.follow(watched, { text: credential, authenticate: this.#parts.authenticate });
    client.on('error', () => undefined);
    client.on('close', () => {
      this.#listeners.delete(listener);
      const left = (this.#places.get(accountId) ?? 1) - 1;
      if (left === 0) this.#places.delete(accountId);
      else this.#places.set(accountId, left);
      watched.emit('disconnect');
    });
  }

  async #beat(): Promise<void> {
    if (this.#isBeating) return;
    this.#isBeating = true;
    const timestamp = this.#parts.clock.now() / 1_000;
    await this.#delivery.announce(textFrame(JSON.stringify({ message_type: 'heartbeat', timestamp })));
    this.#isBeating = false;
  }
}

/** Writes to the socket below the WebSocket, whose library would frame each message anew. */
function listenerOn(socket: Duplex, form: CertstreamForm): Listener {
  let missed = 0;
  return {
    form,
    isBehind: () => socket.writableLength > bounds.backlog,
    miss: (count) => {
      missed += count;
    },
    write: (frames) => {
      if (!socket.writable) return false;
      if (missed > 0)
        socket.write(textFrame(JSON.stringify({ message_type: 'missed', data: { count: missed } })));
      missed = 0;
      socket.write(frames);
      return true;
    },
  };
}
