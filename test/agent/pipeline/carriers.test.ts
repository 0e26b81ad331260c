import test from 'ava';
import type { Row } from '../../../shared/batch/row.ts';
import type { FilePacket } from '../../support/packets/capture-file.ts';
import { type Carry, carriers } from '../../support/packets/carriers.ts';
import { type Ends, frame, ip, tcp, tcpFlags, uint16 } from '../../support/packets/network.ts';
import { runPipeline, unaccounted } from '../../support/packets/run-pipeline.ts';
import { type Exchange, exchanges } from '../../support/packets/transactions.ts';

const count = 100;

function carried(list: Exchange[], carry: Carry, linkType = 1): FilePacket[] {
  return list.flatMap(({ client, server, query, response, queryTime, responseTime }, index) => [
    ...carry(client, query, index).map((bytes) => ({ bytes, time: queryTime, linkType })),
    ...carry(server, response, index).map((bytes) => ({ bytes, time: responseTime, linkType })),
  ]);
}

/** What must be the same however a transaction was carried: all but the road. */
function essence(row: Row, ignoredMarks: number): unknown {
  const { transport, tcpRoundTrip, clientAddress, serverAddress, vlan, facts, ...rest } = row;
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
