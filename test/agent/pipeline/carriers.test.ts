import test from 'ava';
import type { Row } from '../../../shared/batch/row.ts';
import { marks } from '../../../shared/batch/row-layout.ts';
import type { FilePacket } from '../../support/packets/capture-file.ts';
import {
  type Ends,
  ethernet,
  fragments,
  frame,
  ip,
  tcp,
  tcpFlags,
  udp,
  uint16,
  uint32,
  vlanTag,
} from '../../support/packets/network.ts';
import { runPipeline, unaccounted } from '../../support/packets/run-pipeline.ts';
import { type Exchange, exchanges } from '../../support/packets/transactions.ts';

type Carry = (ends: Ends, message: Buffer, index: number) => Buffer[];

const outer: Ends = { source: '10.9.0.1', destination: '10.9.0.2', sourcePort: 5_000, destinationPort: 0 };
const plain = (ends: Ends, message: Buffer): Buffer => ip(ends, 17, udp(ends, message));
const etherTypeOf = (packet: Buffer): number => (packet[0]! >> 4 === 6 ? 0x86dd : 0x0800);
const inUdp = (port: number, payload: Buffer): Buffer =>
  frame(ip(outer, 17, udp({ ...outer, destinationPort: port }, payload)));

const carriers: Record<string, { carry: Carry; linkType?: number; marks?: number; ipv6?: boolean }> = {
  udp: { carry: (ends, message) => [frame(plain(ends, message))] },
  IPv6: { carry: (ends, message) => [frame(plain(ends, message))], ipv6: true },
  VLAN: { carry: (ends, message) => [ethernet(0x8100, vlanTag(7, 0x0800, plain(ends, message)))] },
  QinQ: {
    carry: (ends, message) => [
      ethernet(0x88a8, vlanTag(7, 0x8100, vlanTag(8, 0x0800, plain(ends, message)))),
    ],
  },
  fragments: {
    carry: (ends, message, index) => fragments(ends, 17, udp(ends, message), 24, index).reverse().map(frame),
    marks: marks.reassembled,
  },
  'IPv6 fragments': {
    carry: (ends, message, index) => fragments(ends, 17, udp(ends, message), 24, index).map(frame),
    marks: marks.reassembled,
    ipv6: true,
  },
  PPPoE: {
    carry: (ends, message) => {
      const packet = plain(ends, message);
      const head = Buffer.concat([Buffer.of(0x11, 0), uint16(1, packet.length + 2, 0x21)]);
      return [ethernet(0x8864, Buffer.concat([head, packet]))];
    },
    marks: marks.encapsulated,
  },
  MPLS: {
    carry: (ends, message) => [
      ethernet(0x8847, Buffer.concat([uint32(0x10040, 0x20140), plain(ends, message)])),
    ],
    marks: marks.encapsulated,
  },
  GRE: {
    carry: (ends, message) => [
      frame(ip(outer, 47, Buffer.concat([uint16(0x3000, 0x0800), uint32(9, 1), plain(ends, message)]))),
    ],
    marks: marks.encapsulated,
  },
  'ERSPAN II': {
    carry: (ends, message) => [
      frame(
        ip(
          outer,
          47,
          Buffer.concat([uint16(0x1000, 0x88be), uint32(1, 0x10010001, 0), frame(plain(ends, message))]),
        ),
      ),
    ],
    marks: marks.encapsulated,
  },
  'ERSPAN III': {
    carry: (ends, message) => [
      frame(
        ip(
          outer,
          47,
          Buffer.concat([uint16(0x1000, 0x22eb), uint32(1, 0x20010001, 0, 0), frame(plain(ends, message))]),
        ),
      ),
    ],
    marks: marks.encapsulated,
  },
  VXLAN: {
    carry: (ends, message) => [
      inUdp(4_789, Buffer.concat([uint32(0x0800_0000, 0x700), frame(plain(ends, message))])),
    ],
    marks: marks.encapsulated,
  },
  Geneve: {
    carry: (ends, message) => [
      inUdp(6_081, Buffer.concat([uint16(0x0100, 0x6558), uint32(0x700, 0), frame(plain(ends, message))])),
    ],
    marks: marks.encapsulated,
  },
  '4in6': {
    carry: (ends, message) => [
      frame(ip({ ...outer, source: '2001:db8:1::1', destination: '2001:db8:1::2' }, 4, plain(ends, message))),
    ],
    marks: marks.encapsulated,
  },
  '6in4': {
    carry: (ends, message) => [frame(ip(outer, 41, plain(ends, message)))],
    marks: marks.encapsulated,
    ipv6: true,
  },
  Teredo: {
    carry: (ends, message) => [
      inUdp(
        3_544,
        Buffer.concat([uint16(0x0001), Buffer.alloc(11), uint16(0, 1, 2, 3), plain(ends, message)]),
      ),
    ],
    marks: marks.encapsulated,
    ipv6: true,
  },
  SLL: {
    carry: (ends, message) => [Buffer.concat([Buffer.alloc(14), uint16(0x0800), plain(ends, message)])],
    linkType: 113,
  },
  SLL2: {
    carry: (ends, message) => [Buffer.concat([uint16(0x0800), Buffer.alloc(18), plain(ends, message)])],
    linkType: 276,
  },
  RAW: { carry: (ends, message) => [plain(ends, message)], linkType: 101 },
  NULL: {
    carry: (ends, message) => [Buffer.concat([Buffer.of(2, 0, 0, 0), plain(ends, message)])],
    linkType: 0,
  },
  LOOP: {
    carry: (ends, message) => [Buffer.concat([Buffer.of(0, 0, 0, 2), plain(ends, message)])],
    linkType: 108,
  },
  "Cisco's HDLC": {
    carry: (ends, message) => {
      const packet = plain(ends, message);
      return [Buffer.concat([Buffer.of(0x0f, 0), uint16(etherTypeOf(packet)), packet])];
    },
    linkType: 104,
  },
  'PPPoE without Ethernet': {
    carry: (ends, message) => {
      const packet = plain(ends, message);
      return [Buffer.concat([Buffer.of(0x11, 0), uint16(1, packet.length + 2, 0x21), packet])];
    },
    linkType: 51,
    marks: marks.encapsulated,
  },
  '802.3 with SNAP': {
    carry: (ends, message) => {
      const packet = plain(ends, message);
      return [
        ethernet(
          packet.length + 8,
          Buffer.concat([Buffer.from('aaaa03000000', 'hex'), uint16(etherTypeOf(packet)), packet]),
        ),
      ];
    },
  },
};

const count = 100;

function carried(list: Exchange[], carry: Carry, linkType = 1): FilePacket[] {
  return list.flatMap(({ client, server, query, response, queryTime, responseTime }, index) => [
    ...carry(client, query, index).map((bytes) => ({ bytes, time: queryTime, linkType })),
    ...carry(server, response, index).map((bytes) => ({ bytes, time: responseTime, linkType })),
  ]);
}

/** What must be the same however a transaction was carried. */
function essence(row: Row, ignoredMarks: number): unknown {
  const { transport, tcpRoundTrip, clientAddress, serverAddress, ...rest } = row;
  return { ...rest, marks: rest.marks & ~ignoredMarks };
}

const reference = runPipeline(carried(exchanges(count), carriers.udp!.carry)).rows;

test('a hundred exchanges give a hundred whole rows', (t) => {
  t.is(reference.length, count);
  const [first, , third, fourth] = reference;
  t.like(first, {
    outcome: 'answered',
    transport: 'udp',
    queryName: 'host-0.example.com',
    queryType: 1,
    latency: 250,
    clientAddress: '192.0.2.1',
    serverAddress: '198.51.100.53',
    clientPort: 20_000,
    serverPort: 53,
    responseFlags: 0x8180,
    responseCode: 0,
    answerCount: 1,
    marks: 0,
  });
  t.deepEqual(first?.records, [
    { section: 'answer', name: 'host-0.example.com', type: 1, ttl: 300, data: '203.0.113.0' },
  ]);
  t.is(third?.records[0]?.data, '10 mail.example.com');
  t.is(fourth?.records[0]?.data, '"say \\"3\\"" "b\\\\c"');
});

for (const [name, { carry, linkType, marks: expected = 0, ipv6 }] of Object.entries(carriers)) {
  test(`the same hundred rows come out of ${name}`, (t) => {
    const { rows, counters } = runPipeline(carried(exchanges(count, ipv6), carry, linkType));
    t.deepEqual(
      rows.map((row) => essence(row, expected)),
      reference.map((row) => essence(row, 0)),
    );
    t.true(rows.every((row) => row.marks === expected));
    t.is(counters.messages_stored, 2 * count);
    t.is(unaccounted(counters), 0);
  });
}

test('the same hundred rows come out of TCP, and know its round trip', (t) => {
  const packets = exchanges(count).flatMap(({ client, server, query, response, queryTime, responseTime }) => {
    const asked = Buffer.concat([uint16(query.length), query]);
    const told = Buffer.concat([uint16(response.length), response]);
    const { syn, acknowledgement: ack, push, fin } = tcpFlags;
    const from = 0xffff_fff0;
    const segment = (ends: Ends, sequence: number, flags: number, payload: Buffer, time: number) => ({
      bytes: frame(ip(ends, 6, tcp(ends, sequence, 0, flags, payload))),
      time,
    });
    const none = Buffer.alloc(0);
    return [
      segment(client, from, syn, none, queryTime - 90),
      segment(server, 5, syn | ack, none, queryTime - 60),
      segment(client, from + 1, ack, none, queryTime - 50),
      segment(client, from + 1 + 20, ack | push, asked.subarray(20), queryTime - 1),
      segment(client, from + 1, ack | push, asked.subarray(0, 20), queryTime),
      segment(client, from + 1, ack | push, asked, queryTime + 5),
      segment(server, 6, ack | push, told.subarray(0, 1), responseTime - 1),
      segment(server, 7, ack | push, told.subarray(1), responseTime),
      segment(client, from + 1 + asked.length, ack | fin, none, responseTime + 1),
      segment(server, 6 + told.length, ack | fin, none, responseTime + 1),
    ];
  });
  const { rows, counters, diagnostics } = runPipeline(packets);
  t.deepEqual(
    rows.map((row) => essence(row, 0)),
    reference.map((row) => essence(row, 0)),
  );
  t.true(rows.every((row) => row.transport === 'tcp' && row.tcpRoundTrip === 40));
  t.is(unaccounted(counters), 0);
  t.is(diagnostics.tcp_streams, 0);
});

test('DNS quoted by an ICMP error is not counted', (t) => {
  const [first] = exchanges(1);
  const quoted = Buffer.concat([Buffer.of(3, 3, 0, 0, 0, 0, 0, 0), plain(first!.client, first!.query)]);
  const { rows, counters } = runPipeline([{ bytes: frame(ip(outer, 1, quoted)), time: first!.queryTime }]);
  t.is(rows.length, 0);
  t.is(counters.packets_other, 1);
  t.is(counters.messages_seen, 0);
});
