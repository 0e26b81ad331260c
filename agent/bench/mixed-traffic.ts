import { type Exchange, exchangeAt, pseudoRandom } from '@sonde/sensor/bench/exchanges.ts';

const fileHeaderBytes = 24;
const recordBytes = 16;
const ethernetBytes = 14;
const startSeconds = 1_790_000_000;
/** Transactions in flight: a response comes this many queries after its own. */
const latencyInQueries = 200;

/** Writes packets of a pcap file into one growing buffer. */
class PcapWriter {
  bytes = Buffer.alloc(64 * 1024 * 1024);
  length = fileHeaderBytes;
  packets = 0;

  constructor() {
    this.bytes.writeUInt32LE(0xa1b2c3d4, 0);
    this.bytes.writeUInt16LE(2, 4);
    this.bytes.writeUInt16LE(4, 6);
    this.bytes.writeUInt32LE(262_144, 16);
    this.bytes.writeUInt32LE(1, 20);
  }

  packet(packet: Buffer, microseconds: number): void {
    const needed = this.length + recordBytes + packet.length;
    if (needed > this.bytes.length) {
      const grown = Buffer.alloc(this.bytes.length * 2);
      this.bytes.copy(grown, 0, 0, this.length);
      this.bytes = grown;
    }
    const { bytes, length: at } = this;
    bytes.writeUInt32LE(startSeconds + Math.floor(microseconds / 1_000_000), at);
    bytes.writeUInt32LE(microseconds % 1_000_000, at + 4);
    bytes.writeUInt32LE(packet.length, at + 8);
    bytes.writeUInt32LE(packet.length, at + 12);
    packet.copy(bytes, at + recordBytes);
    this.length = needed;
    this.packets++;
  }
}

export interface MixedTraffic {
  readonly file: Buffer;
  readonly messages: number;
  readonly packets: number;
}

/**
 * Builds a pcap file of so many DNS messages as a resolver's wire has them: mostly UDP over IPv4, some IPv6 and VLAN, a
 * few TCP exchanges, the usual types, NXDOMAIN, signed answers, queries without an answer. The same for the same count.
 */
export function mixedTraffic(messages: number): MixedTraffic {
  const writer = new PcapWriter();
  const waiting: { packet: Buffer[] }[] = [];
  let written = 0;
  for (let index = 0; written < messages; index++) {
    const time = index * 4;
    const { query, response } = packetsOf(exchangeAt(index), index);
    for (const packet of query) writer.packet(packet, time);
    written++;
    if (index % 50 !== 0) waiting.push({ packet: response });
    if (waiting.length > latencyInQueries && written < messages) {
      for (const packet of waiting.shift()!.packet) writer.packet(packet, time + 2);
      written++;
    }
  }
  return { file: writer.bytes.subarray(0, writer.length), messages: written, packets: writer.packets };
}

function packetsOf(exchange: Exchange, index: number): { query: Buffer[]; response: Buffer[] } {
  const { query, response } = exchange;
  const ends = { ...exchange, vlan: index % 16 === 5 };
  if (index % 64 !== 9) {
    return { query: [datagram(ends, true, query)], response: [datagram(ends, false, response)] };
  }
  const sequence = pseudoRandom(index + 11);
  return {
    query: [
      segment(ends, true, sequence, 2, Buffer.alloc(0)),
      segment(ends, false, 1_000, 18, Buffer.alloc(0)),
      segment(ends, true, sequence + 1, 24, prefixed(query)),
    ],
    response: [
      segment(ends, false, 1_001, 24, prefixed(response)),
      segment(ends, true, sequence + 3 + query.length, 4, Buffer.alloc(0)),
    ],
  };
}

interface BenchEnds {
  readonly client: number;
  readonly port: number;
  readonly ipv6: boolean;
  readonly vlan: boolean;
}

function prefixed(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}

function datagram(ends: BenchEnds, fromClient: boolean, payload: Buffer): Buffer {
  const head = Buffer.alloc(8);
  writePorts(head, ends, fromClient);
  head.writeUInt16BE(payload.length + 8, 4);
  return network(ends, fromClient, 17, Buffer.concat([head, payload]));
}

function segment(
  ends: BenchEnds,
  fromClient: boolean,
  sequence: number,
  flags: number,
  payload: Buffer,
): Buffer {
  const head = Buffer.alloc(20);
  writePorts(head, ends, fromClient);
  head.writeUInt32BE(sequence >>> 0, 4);
  head[12] = 0x50;
  head[13] = flags;
  return network(ends, fromClient, 6, Buffer.concat([head, payload]));
}

function writePorts(head: Buffer, ends: BenchEnds, fromClient: boolean): void {
  head.writeUInt16BE(fromClient ? ends.port : 53, 0);
  head.writeUInt16BE(fromClient ? 53 : ends.port, 2);
}

function network(ends: BenchEnds, fromClient: boolean, protocol: number, payload: Buffer): Buffer {
  const link = Buffer.alloc(ethernetBytes + (ends.vlan ? 4 : 0));
  link.writeUInt16BE(ends.ipv6 ? 0x86dd : 0x0800, link.length - 2);
  if (ends.vlan) link.writeUInt32BE(0x8100_0007, 12);
  return Buffer.concat([
    link,
    ends.ipv6
      ? ipv6Header(ends, fromClient, protocol, payload.length)
      : ipv4Header(ends, fromClient, protocol, payload.length),
    payload,
  ]);
}

function ipv4Header({ client }: BenchEnds, fromClient: boolean, protocol: number, length: number): Buffer {
  const head = Buffer.alloc(20);
  head[0] = 0x45;
  head.writeUInt16BE(length + 20, 2);
  head[8] = 64;
  head[9] = protocol;
  head.writeUInt32BE(0x0a00_0000 + client, fromClient ? 12 : 16);
  head.writeUInt32BE(0x0aff_0035, fromClient ? 16 : 12);
  return head;
}

function ipv6Header({ client }: BenchEnds, fromClient: boolean, protocol: number, length: number): Buffer {
  const head = Buffer.alloc(40);
  head[0] = 0x60;
  head.writeUInt16BE(length, 4);
  head[6] = protocol;
  head[7] = 64;
  for (const [at, last] of [
    [8, fromClient ? client : 0x35],
    [24, fromClient ? 0x35 : client],
  ] as const) {
    head.writeUInt32BE(0x2001_0db8, at);
    head.writeUInt32BE(last, at + 12);
  }
  return head;
}
