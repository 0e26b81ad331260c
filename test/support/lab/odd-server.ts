import { createSocket } from 'node:dgram';
import { createServer, type Socket } from 'node:net';
import { type Answer, type DecodedPacket, decode, encode, type Packet, type StringAnswer } from 'dns-packet';

/** What an odd server makes of a question: a message, octets as they are to be sent, or nothing. */
export type OddReply = Partial<Packet> | Buffer | undefined;

export interface OddServer {
  /** Where the answer goes to over TCP: all is up to the case. */
  readonly tcp?: (question: DecodedPacket, socket: Socket) => void;
  readonly udp: (question: DecodedPacket) => OddReply;
}

const authoritative = 0x0400;

/** Listens at an address of the lab, port 53, and answers as the case wants. Runs until the program ends. */
export async function startOddServer(address: string, server: OddServer): Promise<void> {
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const question = decode(message) as DecodedPacket;
    const reply = server.udp(question);
    if (reply !== undefined) socket.send(octetsOf(question, reply), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(53, address, () => resolve()));
  const { tcp } = server;
  if (tcp === undefined) return;
  const listening = createServer((connection) => {
    connection.on('error', () => undefined);
    connection.once('data', (data) => tcp(decode(data.subarray(2)) as DecodedPacket, connection));
  });
  await new Promise<void>((resolve) => listening.listen(53, address, () => resolve()));
}

export function octetsOf(question: DecodedPacket, reply: Partial<Packet> | Buffer): Buffer {
  if (Buffer.isBuffer(reply)) return reply;
  return encode({
    type: 'response',
    id: question.id,
    flags: authoritative,
    questions: question.questions ?? [],
    ...reply,
  });
}

export function alias(name: string, data: string): Answer {
  return { type: 'CNAME', name, ttl: 60, data };
}

export function nameServer(name: string, data: string): StringAnswer {
  return { type: 'NS', name, ttl: 60, data };
}

export function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}
