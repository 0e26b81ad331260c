import { hostileMessages } from './hostile-messages.ts';

/** The hostile packets are packets of raw IP that are made to cost the reassembly of streams and fragments. */
export interface HostilePackets {
  readonly name: string;
  readonly packets: readonly Buffer[];
}

const tcpProtocol = 6;
const udpProtocol = 17;
const syn = 2;
const acknowledgement = 16;
const octet = Buffer.of(0x20);
const none = Buffer.alloc(0);
const streamBytes = 60_000;
const httpPort = 80;
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');

/** Builds the sequences of hostile packets; `many` is the number of connections and datagrams in the large ones. */
export function hostilePackets(many = 20_000): HostilePackets[] {
  const [, costly] = hostileMessages();
  // All that costs is in its beginning: the work for a message has its bound.
  const message = costly!.bytes.subarray(0, 24_000);
  const prefixed = Buffer.concat([Buffer.of(message.length >> 8, message.length & 0xff), message]);
  const messages = Buffer.concat(
    Array.from({ length: 10_000 }, () => Buffer.from('000c'.padEnd(28, '0'), 'hex')),
  );
  return [
    { name: 'TCP: a message in segments of one octet', packets: [start(), ...segments(prefixed, 1)] },
    {
      name: 'TCP: the same, each before the one before it',
      packets: [start(), ...segments(prefixed, 1).reverse()],
    },
    { name: 'TCP: every second octet, and the others then', packets: [start(), ...everySecond(prefixed)] },
    { name: 'TCP: a hole, 250 segments of empty messages, and what fills it', packets: filledHole(messages) },
    { name: 'TCP: segments that overlap all but an octet', packets: overlapping(prefixed) },
    { name: 'TCP: early octets of many connections', packets: connections(many, 1) },
    { name: 'TCP: 200 early octets of each connection', packets: connections(many / 100, 200) },
    { name: 'TCP: lengths of messages that never come', packets: unfinished(many) },
    { name: 'TCP: empty messages', packets: [start(), ...segments(Buffer.alloc(streamBytes), 1_400)] },
    { name: 'HTTP/2: header blocks of a kept, empty field', packets: http2(headers(0x40, 0, 0)) },
    { name: 'HTTP/2: a body in frames of one octet', packets: http2(http2Frame(0, 0, 0x20)) },
    {
      name: 'fragments of eight octets, the last first',
      packets: fragments(message.subarray(0, 1_000), 8).reverse(),
    },
    { name: 'fragments of the costliest message', packets: fragments(message, 1_400) },
    { name: 'fragments of many datagrams', packets: lastFragments(many) },
  ];
}

/** IPv4 without options; `from` is the number of the sender. */
function ip(from: number, protocol: number, payload: Buffer, identification = 0, fragment = 0): Buffer {
  const header = Buffer.alloc(20);
  header[0] = 0x45;
  header.writeUInt16BE(20 + payload.length, 2);
  header.writeUInt16BE(identification, 4);
  header.writeUInt16BE(fragment, 6);
  header[9] = protocol;
  header.writeUInt32BE(0x0a000000 + from, 12);
  header.writeUInt32BE(0xc0000201, 16);
  return Buffer.concat([header, payload]);
}

function segment(from: number, sequence: number, flags: number, payload: Buffer, port = 53): Buffer {
  const header = Buffer.alloc(20);
  header.writeUInt16BE(40_000, 0);
  header.writeUInt16BE(port, 2);
  header.writeUInt32BE(sequence, 4);
  header[12] = 0x50;
  header[13] = flags;
  return ip(from, tcpProtocol, Buffer.concat([header, payload]));
}

/** The first byte of a connection has the number 1. */
function start(from = 0): Buffer {
  return segment(from, 0, syn, none);
}

function segments(stream: Buffer, size: number): Buffer[] {
  return cut(stream, size).map((part, index) => segment(0, 1 + index * size, acknowledgement, part));
}

/** A connection that begins a request whose body is a message, and repeats a frame from then on. */
function http2(frame: Buffer): Buffer[] {
  const type = Buffer.from('application/dns-message');
  const frames = Array.from({ length: Math.floor(streamBytes / frame.length) }, () => frame);
  const stream = Buffer.concat([preface, headers(0x83, 0x0f, 0x10, type.length, ...type), ...frames]);
  const parts = cut(stream, 1_400).map((part, index) =>
    segment(0, 1 + index * 1_400, acknowledgement, part, httpPort),
  );
  return [segment(0, 0, syn, none, httpPort), ...parts];
}

/** A frame of the first request (RFC 9113 section 4.1). */
function http2Frame(type: number, flags: number, ...payload: number[]): Buffer {
  return Buffer.from([0, 0, payload.length, type, flags, 0, 0, 0, 1, ...payload]);
}

/** A header block, whole. */
function headers(...fields: number[]): Buffer {
  return http2Frame(1, 4, ...fields);
}

function everySecond(stream: Buffer): Buffer[] {
  const all = segments(stream, 1);
  return [...all.filter((_, index) => index % 2 === 1), ...all.filter((_, index) => index % 2 === 0)];
}

function filledHole(stream: Buffer): Buffer[] {
  const [first, ...rest] = segments(stream.subarray(0, 250 * 560), 560);
  return [start(), ...rest, first!];
}

function overlapping(stream: Buffer): Buffer[] {
  const parts = Array.from({ length: 250 }, (_, index) =>
    segment(0, 2 + index, acknowledgement, stream.subarray(1 + index, 1_201 + index)),
  );
  return [start(), ...parts, segment(0, 1, acknowledgement, stream.subarray(0, 1))];
}

function connections(count: number, octets: number): Buffer[] {
  return Array.from({ length: count }, (_, from) => [
    start(from),
    ...Array.from({ length: octets }, (_, index) => segment(from, 3 + index * 2, acknowledgement, octet)),
  ]).flat();
}

function unfinished(count: number): Buffer[] {
  const length = Buffer.of(0xff, 0xff, 0);
  return Array.from({ length: count }, (_, from) => [
    start(from),
    segment(from, 1, acknowledgement, length),
  ]).flat();
}

function fragments(message: Buffer, size: number): Buffer[] {
  const header = Buffer.alloc(8);
  header.writeUInt16BE(40_000, 0);
  header.writeUInt16BE(53, 2);
  header.writeUInt16BE(8 + message.length, 4);
  const parts = cut(Buffer.concat([header, message]), size);
  return parts.map((part, index) => {
    const more = index < parts.length - 1 ? 0x2000 : 0;
    return ip(0, udpProtocol, part, 1, more | ((index * size) >> 3));
  });
}

/** The last eight octets of a datagram of 64 KiB: the memory for all of it may be taken. */
function lastFragments(count: number): Buffer[] {
  return Array.from({ length: count }, (_, from) => ip(from, udpProtocol, Buffer.alloc(8), 1, 65_520 >> 3));
}

function cut(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}
