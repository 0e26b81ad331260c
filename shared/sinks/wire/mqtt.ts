import { DeliveryError } from '../define-sink.ts';
import type { Conversation } from './conversation.ts';

/** MQTT 5.0 as a sender needs it: section numbers are of the OASIS standard. */

const packetTypes = { connack: 2, publish: 3, puback: 4, disconnect: 14 } as const;
/** What a server has to say to a sender is short. */
const mostPacketBytes = 64 * 1024;

/** Section 2.4. */
const reasons: Readonly<Record<number, string>> = {
  1: 'unacceptable protocol version (it speaks an older MQTT than 5)',
  128: 'unspecified error',
  130: 'protocol error',
  132: 'unsupported protocol version',
  133: 'client identifier not valid',
  134: 'bad user name or password',
  135: 'not authorized',
  136: 'server unavailable',
  137: 'server busy',
  138: 'banned',
  142: 'session taken over',
  144: 'topic name invalid',
  149: 'packet too large',
  151: 'quota exceeded',
  153: 'payload format invalid',
  155: 'QoS not supported',
};
/** Those that say that the message is at fault. */
const contentFaults = new Set([149, 153]);

/** Section 2.2.2.2: octets of each property that a server may send, by its identifier; `text` has its length before it. */
const propertyLengths: Readonly<Record<number, number | 'text' | 'pair' | 'variable'>> = {
  17: 4,
  18: 'text',
  19: 2,
  21: 'text',
  22: 'text',
  26: 'text',
  28: 'text',
  31: 'text',
  33: 2,
  34: 2,
  36: 1,
  37: 1,
  38: 'pair',
  39: 4,
  40: 1,
  41: 1,
  42: 1,
};

export interface ServerLimits {
  /** Messages that may be under way. */
  readonly receiveMaximum: number;
  /** Octets of a packet. */
  readonly packetBytes: number;
  readonly qualityOfService: number;
}

/** Section 3.1. */
export function connectPacket(
  clientId: string,
  credentials: { user: string; password: string } | undefined,
): Buffer {
  const flags = 0x02 | (credentials === undefined ? 0 : 0xc0);
  return packet(0x10, [
    text('MQTT'),
    Buffer.from([5, flags, 0, 60, 0]),
    text(clientId),
    ...(credentials === undefined ? [] : [text(credentials.user), text(credentials.password)]),
  ]);
}

/** Section 3.3: of quality 1, so that the server acknowledges each. */
export function publishPacket(
  topic: string,
  payload: Uint8Array,
  { id, retain = false }: { id: number; retain?: boolean },
): Buffer {
  // Of the properties: the payload is UTF-8 (3.3.2.3.2).
  return packet(0x32 | (retain ? 1 : 0), [text(topic), u16(id), Buffer.from([2, 1, 1]), payload]);
}

/** Section 3.14: a normal end. */
export const disconnectPacket = Buffer.from([0xe0, 0]);

/** Reads the answer to a CONNECT (section 3.2). Throws a DeliveryError if the server does not want us. */
export async function readConnack(conversation: Conversation): Promise<ServerLimits> {
  const { type, body } = await readPacket(conversation);
  if (type !== packetTypes.connack || body.length < 2)
    throw new DeliveryError('The receiver does not speak MQTT.');
  if (body[1] !== 0) throw failure(body[1]!, 'The receiver refuses the connection');
  const properties = readProperties(body, 2);
  return {
    receiveMaximum: properties.get(33)?.readUInt16BE() || 65_535,
    packetBytes: properties.get(39)?.readUInt32BE() || 268_435_460,
    qualityOfService: properties.get(36)?.[0] ?? 2,
  };
}

/** Reads the next acknowledgement of a message (section 3.4). Throws a DeliveryError if the server did not take it. */
export async function readPuback(conversation: Conversation): Promise<number> {
  for (;;) {
    const { type, body } = await readPacket(conversation);
    if (type === packetTypes.disconnect) throw failure(body[0] ?? 0, 'The receiver ends the connection');
    if (type !== packetTypes.puback || body.length < 2) continue;
    const reason = body[2] ?? 0;
    if (reason >= 0x80) throw failure(reason, 'The receiver refuses a message');
    return body.readUInt16BE();
  }
}

async function readPacket(conversation: Conversation): Promise<{ type: number; body: Buffer }> {
  const [head] = await conversation.read(1);
  let length = 0;
  for (let shift = 0; ; shift += 7) {
    const [octet] = await conversation.read(1);
    length |= (octet! & 0x7f) << shift;
    if ((octet! & 0x80) === 0) break;
    if (shift >= 14) throw new DeliveryError('The receiver does not speak MQTT.');
  }
  if (length > mostPacketBytes) throw new DeliveryError('The receiver says more than it is asked.');
  return { type: head! >> 4, body: await conversation.read(length) };
}

function readProperties(body: Buffer, from: number): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  try {
    const [length, start] = variable(body, from);
    for (let at = start; at < start + length; ) {
      const id = body[at++]!;
      const size = propertyLengths[id];
      const end =
        size === 'text'
          ? at + 2 + body.readUInt16BE(at)
          : size === 'pair'
            ? pairEnd(body, at)
            : at + Number(size);
      if (size === undefined || Number.isNaN(end) || end > body.length) break;
      found.set(id, body.subarray(at, end));
      at = end;
    }
  } catch {
    // A server that breaks off within its properties has said what it has said.
  }
  return found;
}

function pairEnd(body: Buffer, at: number): number {
  const second = at + 2 + body.readUInt16BE(at);
  return second + 2 + body.readUInt16BE(second);
}

function variable(body: Buffer, from: number): [value: number, end: number] {
  let value = 0;
  for (let at = from, shift = 0; shift < 28; shift += 7) {
    const octet = body[at++] ?? 0;
    value |= (octet & 0x7f) << shift;
    if ((octet & 0x80) === 0) return [value, at];
  }
  return [0, from];
}

function failure(reason: number, what: string): DeliveryError {
  return new DeliveryError(`${what}: ${reasons[reason] ?? `reason ${reason}`}.`, {
    refused: contentFaults.has(reason),
  });
}

function packet(head: number, parts: readonly Uint8Array[]): Buffer {
  let rest = parts.reduce((sum, { length }) => sum + length, 0);
  const length: number[] = [];
  do {
    const more = rest > 0x7f ? 0x80 : 0;
    length.push((rest & 0x7f) | more);
    rest >>= 7;
  } while (rest > 0);
  return Buffer.concat([Buffer.from([head, ...length]), ...parts]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  if (bytes.length > 65_535) throw new DeliveryError('A text is too long for MQTT.');
  return Buffer.concat([u16(bytes.length), bytes]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
