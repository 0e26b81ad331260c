import { EventEmitter } from 'node:events';
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DomainError } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Authenticate } from '../../domain/people/access/authenticate.ts';
import type { Caller } from '../../domain/people/access/caller.ts';
import { checkSource } from '../../domain/people/access/check-source.ts';
import { clientAddress, type TrustedProxies } from '../../http/client-address.ts';
import { requestCredential } from '../../http/credential.ts';
import type { Meter } from '../../ports/system/metrics.ts';
import type { ToldCertificate } from '../../ports/transparency/told-certificate.ts';
import { CredentialWatch } from '../credential-watch.ts';
import { type CertstreamForm, certstreamForms, certstreamMessage, textFrame } from './certstream-forms.ts';
import { TurnBudget } from './turn-budget.ts';

const path = '/certstream';
const bounds = {
  connections: 10_000,
  ofCaller: 6_000,
  /** Octets that may wait for one connection. */
  backlog: 1_048_576,
  /** Certificates that wait for their turn. */
  waiting: 5_000,
  /** Certificates that are written together. */
  together: 1_000,
  messageBytes: 1_024,
} as const;
const gatherMilliseconds = 50;
const heartbeatMilliseconds = 30_000;

export interface CertstreamFaceParts {
  readonly authenticate: Authenticate;
  readonly trustedProxies: TrustedProxies;
  readonly clock: Clock;
  readonly meter: Meter;
  /** Milliseconds between two looks at whether connections' credentials are still good. */
  readonly credentialInterval?: number;
  /** Milliseconds. */
  readonly heartbeatInterval?: number;
  /** Lets others have their turn. */
  readonly turn?: () => Promise<unknown>;
}

interface Listener {
  readonly socket: Duplex;
  readonly form: CertstreamForm;
  missed: number;
}

/**
 * A certstream face tells of certificates over plain WebSockets in the forms of certstream, at `/certstream/`, `/certstream/full-stream` and
 * `/certstream/domains-only`. Frames are made once for all and written together; who reads too slowly misses some, and is told how many.
 */
export class CertstreamFace {
  readonly #parts: CertstreamFaceParts;
  readonly #listeners = new Set<Listener>();
  readonly #places = new Map<string, number>();
  readonly #watch: CredentialWatch;
  readonly #turn: () => Promise<unknown>;
  readonly #sent;
  readonly #missed;
  readonly #server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: bounds.messageBytes,
    clientTracking: true,
  });
  readonly #heartbeat: NodeJS.Timeout;
  #waiting: ToldCertificate[] = [];
  #leftOut = 0;
  #gathering: NodeJS.Timeout | undefined;
  #writing = false;
  #beating = false;
  #stopped = false;

  constructor(parts: CertstreamFaceParts) {
    this.#parts = parts;
    this.#turn = parts.turn ?? nextTurn;
    this.#watch = new CredentialWatch(parts.credentialInterval);
    this.#sent = parts.meter.counter(
      'sonde_certstream_messages_total',
      'Certificates told in the forms of certstream.',
    );
    this.#missed = parts.meter.counter(
      'sonde_certstream_missed_total',
      'Certificates left out for connections that read too slowly, or because there were too many for all.',
    );
    parts.meter.gauge(
      'sonde_certstream_connections',
      'Connections that listen as to certstream.',
      () => this.#listeners.size,
    );
    this.#heartbeat = setInterval(
      () => void this.#beat(),
      parts.heartbeatInterval ?? heartbeatMilliseconds,
    ).unref();
  }

  attach(server: HttpServer | TlsServer): void {
    server.prependListener('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      const form = formOf(request.url);
      if (form !== undefined) void this.#admit(request, socket, head, form);
    });
  }

  deliver(certificate: ToldCertificate): void {
    if (this.#listeners.size === 0) return;
    if (this.#waiting.length >= bounds.waiting) {
      this.#leftOut++;
      return;
    }
    this.#waiting.push(certificate);
    if (!this.#writing) this.#gathering ??= setTimeout(() => void this.#write(), gatherMilliseconds);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#gathering);
    this.#watch.stop();
    for (const client of this.#server.clients) client.terminate();
    this.#server.close();
  }

  async #admit(request: IncomingMessage, socket: Duplex, head: Buffer, form: CertstreamForm): Promise<void> {
    // Until the handshake is over nobody else listens for what may go wrong.
    const onError = () => socket.destroy();
    socket.on('error', onError);
    try {
      const caller = await this.#identify(request);
      const who = `${caller.accountId}`;
      const taken = this.#places.get(who) ?? 0;
      if (this.#stopped || this.#listeners.size >= bounds.connections || taken >= bounds.ofCaller)
        return refuse(socket, '503 Service Unavailable');
      this.#server.handleUpgrade(request, socket, head, (client) => {
        socket.off('error', onError);
        this.#places.set(who, (this.#places.get(who) ?? 0) + 1);
        this.#listen(client, socket, form, who, requestCredential(request.headers)!);
      });
    } catch (error) {
      refuse(socket, error instanceof Refusal ? error.status : '503 Service Unavailable');
    }
  }

  async #identify(request: IncomingMessage): Promise<Extract<Caller, { kind: 'account' }>> {
    const { headers } = request;
    try {
      const credential = requestCredential(headers);
      if (credential === undefined) throw new Refusal('401 Unauthorized');
      const caller = await this.#parts.authenticate(credential);
      if (caller?.kind !== 'account')
        throw new Refusal(caller === undefined ? '401 Unauthorized' : '403 Forbidden');
      const forwarded = headers['x-forwarded-for'];
      const hops = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
      checkSource(caller, clientAddress(request.socket.remoteAddress, hops, this.#parts.trustedProxies));
      if (caller.bounds?.families?.includes('Certificate logs') === false) throw new Refusal('403 Forbidden');
      return caller;
    } catch (error) {
      if (error instanceof DomainError)
        throw new Refusal(error.code === 'network_insufficient' ? '403 Forbidden' : '401 Unauthorized');
      throw error;
    }
  }

  #listen(client: WebSocket, socket: Duplex, form: CertstreamForm, who: string, credential: string): void {
    const listener: Listener = { socket, form, missed: 0 };
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
      const left = (this.#places.get(who) ?? 1) - 1;
      if (left === 0) this.#places.delete(who);
      else this.#places.set(who, left);
      watched.emit('disconnect');
    });
  }

  /** Writes what waits to all, some at a time; what comes meanwhile is for the next round. */
  async #write(): Promise<void> {
    this.#gathering = undefined;
    this.#writing = true;
    const budget = new TurnBudget();
    try {
      while (!this.#stopped && (this.#waiting.length > 0 || this.#leftOut > 0)) {
        const [batch, leftOut] = [this.#waiting.splice(0, bounds.together), this.#leftOut];
        this.#leftOut = 0;
        const frames = new Map<CertstreamForm, Buffer>();
        for (const listener of [...this.#listeners]) {
          const { form, socket } = listener;
          listener.missed += leftOut;
          this.#missed.add(leftOut);
          if (socket.writableLength > bounds.backlog) {
            listener.missed += batch.length;
            this.#missed.add(batch.length);
            continue;
          }
          let all = frames.get(form);
          if (all === undefined) {
            all = await this.#framesOf(batch, form, budget);
            frames.set(form, all);
          }
          this.#tellMissed(listener);
          if (!socket.writable) continue;
          if (all.length > 0) socket.write(all);
          this.#sent.add(batch.length);
          if (budget.spend('write', all.length)) await this.#turn();
        }
        await this.#turn();
      }
    } finally {
      this.#writing = false;
    }
  }

  async #framesOf(
    batch: readonly ToldCertificate[],
    form: CertstreamForm,
    budget: TurnBudget,
  ): Promise<Buffer> {
    const now = this.#parts.clock.now();
    const frames: Buffer[] = [];
    for (const one of batch) {
      const frame = textFrame(certstreamMessage(form, one, now));
      frames.push(frame);
      if (budget.spend('frame', frame.length)) await this.#turn();
    }
    return Buffer.concat(frames);
  }

  #tellMissed(listener: Listener): void {
    const { missed, socket } = listener;
    if (missed === 0 || !socket.writable) return;
    listener.missed = 0;
    socket.write(textFrame(JSON.stringify({ message_type: 'missed', data: { count: missed } })));
  }

  async #beat(): Promise<void> {
    if (this.#beating) return;
    this.#beating = true;
    const frame = textFrame(
      JSON.stringify({ message_type: 'heartbeat', timestamp: this.#parts.clock.now() / 1_000 }),
    );
    const budget = new TurnBudget();
    for (const listener of [...this.#listeners]) {
      if (this.#stopped) break;
      if (listener.socket.writableLength > bounds.backlog) continue;
      this.#tellMissed(listener);
      if (listener.socket.writable) listener.socket.write(frame);
      if (budget.spend('write', frame.length)) await this.#turn();
    }
    this.#beating = false;
  }
}

class Refusal extends Error {
  readonly status: string;

  constructor(status: string) {
    super(status);
    this.status = status;
  }
}

function formOf(url: string | undefined): CertstreamForm | undefined {
  const [given = ''] = (url ?? '').split('?');
  if (given !== path && !given.startsWith(`${path}/`)) return undefined;
  return certstreamForms.find((form) => form === given.slice(path.length + 1));
}

function refuse(socket: Duplex, status: string): void {
  const challenge = status.startsWith('401') ? 'WWW-Authenticate: Bearer\r\n' : '';
  socket.end(`HTTP/1.1 ${status}\r\n${challenge}Connection: close\r\nContent-Length: 0\r\n\r\n`);
}
