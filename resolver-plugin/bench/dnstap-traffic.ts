import { exchangeAt } from '@sonde/sensor/bench/exchanges.ts';
import { encodeControlFrame } from '../dnstap/control-frame.ts';
import { dnstapContentType } from '../dnstap/frame-stream-reader.ts';
import { messageTypes, socketFamilies } from '../dnstap/message-types.ts';

const startSeconds = 1_790_000_000;
/** SocketProtocol of dnstap.proto. */
const udp = 1;
/** Exchanges in flight: a response comes this many queries after its own. */
const latencyInQueries = 200;
/** Wire types of protobuf. */
const varint = 0;
const lengthDelimited = 2;
const fixed32 = 5;

export interface DnstapTraffic {
  readonly file: Buffer;
  readonly messages: number;
}

/**
 * Builds a file of so many dnstap messages as a resolver tells of its clients: CLIENT_QUERY and CLIENT_RESPONSE, by UDP, with times,
 * both ends and the DNS messages. The same for the same count.
 */
export function dnstapTraffic(messages: number): DnstapTraffic {
  const frames: Buffer[] = [encodeControlFrame('start', dnstapContentType)];
  let written = 0;
  const waiting: Buffer[] = [];
  for (let index = 0; written < messages; index++) {
    const exchange = exchangeAt(index);
    const time = index * 4;
    const ends = [
      number(1, messageTypes.CLIENT_QUERY),
      number(2, exchange.ipv6 ? socketFamilies.INET6 : socketFamilies.INET),
      number(3, udp),
      octets(4, addressOf(exchange.client, exchange.ipv6)),
      octets(5, addressOf(0x35, exchange.ipv6)),
      number(6, exchange.port),
      number(7, 53),
      number(8, startSeconds + Math.floor(time / 1e6)),
      word(9, (time % 1e6) * 1_000),
    ];
    frames.push(frameOf([...ends, octets(10, exchange.query)]));
    written++;
    const answered = time + latencyInQueries * 4;
    const response = [
      number(1, messageTypes.CLIENT_RESPONSE),
      ...ends.slice(1),
      number(12, startSeconds + Math.floor(answered / 1e6)),
      word(13, (answered % 1e6) * 1_000),
      octets(14, exchange.response),
    ];
    if (index % 50 !== 0) waiting.push(frameOf(response));
    if (waiting.length > latencyInQueries && written < messages) {
      frames.push(waiting.shift()!);
      written++;
    }
  }
  frames.push(encodeControlFrame('stop'));
  return { file: Buffer.concat(frames), messages: written };
}

/** A data frame: its length, and the message in its envelope (`Dnstap` of dnstap.proto). */
function frameOf(fields: readonly Buffer[]): Buffer {
  const message = Buffer.concat(fields);
  const envelope = [octets(1, Buffer.from('resolver.example')), octets(14, message), number(15, 1)];
  const length = Buffer.alloc(4);
  length.writeUInt32BE(envelope.reduce((sum, part) => sum + part.length, 0));
  return Buffer.concat([length, ...envelope]);
}

function addressOf(last: number, ipv6: boolean): Buffer {
  const address = Buffer.alloc(ipv6 ? 16 : 4);
  address.writeUInt32BE(ipv6 ? 0x2001_0db8 : 0x0a00_0000, 0);
  address.writeUInt16BE(last, address.length - 2);
  return address;
}

function number(field: number, value: number): Buffer {
  return Buffer.from([...varintOf((field << 3) | varint), ...varintOf(value)]);
}

function octets(field: number, value: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from([...varintOf((field << 3) | lengthDelimited), ...varintOf(value.length)]),
    value,
  ]);
}

function word(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes[0] = (field << 3) | fixed32;
  bytes.writeUInt32LE(value, 1);
  return bytes;
}

function varintOf(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
  return bytes;
}
