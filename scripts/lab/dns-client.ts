import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { type DecodedPacket, decode, encode, type Packet } from 'dns-packet';
import { isIpv6 } from '../../scanner/bench/lab/plan.ts';

/** A client query is one question of a client. Nothing is sent again: one question is one query on the wire. */
export interface ClientQuery {
  readonly name: string;
  readonly type: string;
  readonly server: string;
  readonly port: number;
  readonly from?: string;
  readonly transport?: 'udp' | 'tcp';
  readonly dnssecOk?: boolean;
  /** The largest UDP answer taken, told by EDNS; without it the query has no EDNS at all. */
  readonly udpSize?: number;
}

export interface ClientAnswer {
  readonly rcode: string;
  readonly truncated: boolean;
  readonly authenticated: boolean;
  readonly answers: number;
}

// The library knows these types by number alone.
const typeNumbers: Readonly<Record<string, string>> = { SVCB: 'UNKNOWN_64', HTTPS: 'UNKNOWN_65' };

/** Asks and waits for the answer. Rejects when none comes in time. */
export async function exchange(query: ClientQuery, timeoutMs = 5_000): Promise<ClientAnswer> {
  const id = Math.floor(Math.random() * 0x10000);
  const message = encode(toPacket(query, id));
  const signal = AbortSignal.timeout(timeoutMs);
  const send = query.transport === 'tcp' ? overTcp : overUdp;
  const reply = decode(await send(query, message, signal)) as DecodedPacket & { readonly rcode: string };
  if (reply.id !== id) throw new Error(`answer ${reply.id} to question ${id}`);
  return {
    rcode: reply.rcode,
    truncated: ((reply.flags ?? 0) & 0x0200) !== 0,
    authenticated: ((reply.flags ?? 0) & 0x0020) !== 0,
    answers: reply.answers?.length ?? 0,
  };
}

function toPacket(query: ClientQuery, id: number): Packet {
  const edns = {
    type: 'OPT' as const,
    name: '.',
    udpPayloadSize: query.udpSize ?? 1232,
    flags: query.dnssecOk === true ? 0x8000 : 0,
    options: [],
    extendedRcode: 0,
    ednsVersion: 0,
    flag_do: query.dnssecOk === true,
  };
  const withEdns = query.udpSize !== undefined || query.dnssecOk === true;
  return {
    type: 'query',
    id,
    flags: 0x0100,
    questions: [
      {
        name: query.name === '' ? '.' : query.name,
        type: (typeNumbers[query.type] ?? query.type) as 'A',
        class: 'IN',
      },
    ],
    ...(withEdns ? { additionals: [edns] } : {}),
  };
}

function overUdp(query: ClientQuery, message: Buffer, signal: AbortSignal): Promise<Buffer> {
  const socket = createSocket({ type: isIpv6(query.server) ? 'udp6' : 'udp4', signal });
  return new Promise<Buffer>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`no answer for ${query.name} ${query.type}`)));
    socket.on('error', reject);
    socket.on('message', resolve);
    socket.bind({ address: query.from }, () => {
      socket.connect(query.port, query.server, () => socket.send(message));
    });
  }).finally(() => {
    if (!signal.aborted) socket.close();
  });
}

function overTcp(query: ClientQuery, message: Buffer, signal: AbortSignal): Promise<Buffer> {
  return new Promise<Buffer>((resolve, reject) => {
    const socket = connect({ host: query.server, port: query.port, localAddress: query.from, signal });
    let received = Buffer.alloc(0);
    socket.on('connect', () => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(message.length);
      socket.write(Buffer.concat([length, message]));
    });
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 2 || received.length < 2 + received.readUInt16BE()) return;
      socket.end();
      resolve(received.subarray(2, 2 + received.readUInt16BE()));
    });
    socket.on('error', reject);
    socket.on('end', () => reject(new Error('the server closed the connection')));
  });
}
