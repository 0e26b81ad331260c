import { transports } from '@sonde/shared/batch/row-layout.ts';
import type { MessageHandler } from '../decode/message-handler.ts';
import type { Packet } from '../decode/packet.ts';
import type { OtherTraffic } from '../decode/packet-decoder.ts';
import { findMessageStart, maxSearchWork } from '../decode/tcp/message-start.ts';
import type { Stream } from '../decode/tcp/stream.ts';
import { type OctetFollower, type StreamLimits, Tcp } from '../decode/tcp/tcp.ts';
import { beginsHttp2, DohConnection } from './doh-connection.ts';
import type { TakeMessage } from './doh-messages.ts';
import { beginsHttp1, Http1Connection } from './http1-connection.ts';
import { MessageStream } from './message-stream.ts';
import { OctetQueue } from './octet-queue.ts';
import { TlsConnection } from './tls-connection.ts';
import { TlsSecrets } from './tls-secrets.ts';

/** What reads the octets of both directions of a connection. */
interface Reader {
  add(fromClient: boolean, bytes: Uint8Array): void;
}

/** A connection that is read; `reader` undefined of one that holds nothing readable. */
interface Connection {
  reader: Reader | undefined;
  tls: TlsConnection | undefined;
  /** The client's first octets, of a connection not yet known for what it is. */
  begun: OctetQueue | undefined;
  /** Undefined of one that is no HTTP. */
  http: DohConnection | Http1Connection | undefined;
  /** Whether octets of it are lacking. */
  isCut: boolean;
  /** What the server sent before those were there. */
  readonly early: OctetQueue;
}

const handshakeRecord = 22;
const mostEarlyBytes = 16 * 1024;

/**
 * The opened streams are connections of TCP on other ports than those of DNS in which messages can be read all the same: DNS over HTTPS in the
 * clear, and over HTTPS or TLS if the capture file has the secrets of the connection. Their beginning must have been seen.
 */
export class OpenedStreams implements OtherTraffic, OctetFollower {
  readonly #secrets = new TlsSecrets();
  readonly #handler: MessageHandler;
  readonly #tcp: Tcp;
  readonly #connections = new Map<Stream, Connection>();
  #packet: Packet | undefined;
  /** Connections that were read to their end, and those that were not: they lack octets or keys, or break the rules. */
  #opened = 0;
  #unopened = 0;

  constructor(limits: StreamLimits, handler: MessageHandler) {
    this.#handler = handler;
    this.#tcp = new Tcp(limits, handler, this);
  }

  /** Takes lines of a key log. */
  addSecrets(text: string): void {
    this.#secrets.add(text);
  }

  datagram(): void {}

  segment(packet: Packet): void {
    this.#tcp.segment(packet);
  }

  expire(now: number): void {
    this.#tcp.expire(now);
  }

  end(): void {
    this.#tcp.end();
  }

  octets(
    packet: Packet,
    stream: Stream,
    fromFirst: boolean,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): void {
    let connection = this.#connections.get(stream);
    if (connection === undefined) {
      connection = {
        reader: undefined,
        tls: undefined,
        http: undefined,
        isCut: false,
        begun: new OctetQueue(),
        early: new OctetQueue(),
      };
      this.#connections.set(stream, connection);
    }
    this.#packet = packet;
    const octets = bytes.subarray(start, end);
    if (connection.begun === undefined) connection.reader?.add(fromFirst, octets);
    else if (fromFirst) this.#begin(stream, connection, connection.begun, octets);
    // A server of HTTP/2 may speak first.
    else if (connection.early.length + octets.length <= mostEarlyBytes) connection.early.add(octets);
    else connection.begun = undefined;
  }

  lost(stream: Stream): void {
    const connection = this.#connections.get(stream);
    if (connection === undefined) return;
    connection.isCut ||= connection.reader !== undefined;
    connection.reader = undefined;
    connection.begun = undefined;
  }

  released(stream: Stream): void {
    const connection = this.#connections.get(stream);
    if (connection === undefined) return;
    const { tls, http, isCut } = connection;
    if (isCut || http?.isBroken === true || (tls !== undefined && (!tls.hasKeys || tls.unopened > 0)))
      this.#unopened++;
    else if (tls !== undefined || http?.carriesMessages === true) this.#opened++;
    this.#connections.delete(stream);
  }

  diagnostics(): Readonly<Record<string, number>> {
    return { connections_opened: this.#opened, connections_unopened: this.#unopened };
  }

  #begin(stream: Stream, connection: Connection, begun: OctetQueue, octets: Uint8Array): void {
    begun.add(octets);
    const { bytes } = begun;
    const http = httpOf(bytes);
    const take = (): void => {
      connection.begun = undefined;
      connection.reader?.add(true, bytes);
      connection.reader?.add(false, connection.early.take(connection.early.length));
    };
    if (http !== 'unknown' && http !== 'none') {
      connection.reader = this.#http(stream, connection, http);
      take();
    } else if (http === 'none') {
      if (this.#secrets.size > 0 && bytes[0] === handshakeRecord) {
        connection.tls = this.#tls(stream, connection);
        connection.reader = connection.tls;
      }
      take();
    }
  }

  #http(stream: Stream, connection: Connection, version: 'http1' | 'http2'): Reader {
    const take: TakeMessage = (_, message, request) => this.#emit(stream, message, transports.https, request);
    connection.http = version === 'http2' ? new DohConnection(take) : new Http1Connection(take);
    return connection.http;
  }

  #tls(stream: Stream, connection: Connection): TlsConnection {
    let inner: Reader | undefined;
    let begun: OctetQueue | undefined = new OctetQueue();
    const early = new OctetQueue();
    return new TlsConnection(this.#secrets, (fromClient, octets) => {
      if (begun === undefined) inner?.add(fromClient, octets);
      else if (fromClient) {
        begun.add(octets);
        const { bytes } = begun;
        const http = httpOf(bytes);
        const start =
          http === 'none' ? findMessageStart(bytes, 0, bytes.length, 1, { left: maxSearchWork }) : undefined;
        if (http === 'unknown' || start?.isOpen === true) return;
        if (http !== 'none') inner = this.#http(stream, connection, http);
        else if (start !== undefined)
          inner = new MessageStream((_, message) => this.#emit(stream, message, transports.tls, 0));
        begun = undefined;
        inner?.add(true, bytes);
        inner?.add(false, early.take(early.length));
      } else if (early.length + octets.length <= mostEarlyBytes) early.add(octets);
    });
  }

  /** Gives a message to the handler as that of the packet at hand. Messages over HTTPS have no id: their request's number tells them apart. */
  #emit(stream: Stream, message: Uint8Array, transport: number, request: number): void {
    const packet = this.#packet!;
    const { network } = packet;
    packet.transport = transport;
    if (request > 0) {
      packet.exchange = request;
      packet.network = request;
    }
    this.#handler.message(packet, message, 0, message.length, false, true, stream.roundTrip);
    packet.transport = -1;
    packet.exchange = 0;
    packet.network = network;
  }
}

/** The version of HTTP that a client begins with; `unknown` if its octets are too few for that. */
function httpOf(bytes: Uint8Array): 'http1' | 'http2' | 'unknown' | 'none' {
  const [first, second] = [beginsHttp1(bytes), beginsHttp2(bytes)];
  if (first === true) return 'http1';
  if (second === true) return 'http2';
  return first === undefined || second === undefined ? 'unknown' : 'none';
}
