import test from 'ava';
import dnsPacket, { type Packet as DnsMessage } from 'dns-packet';
import type { FilePacket } from '../../support/packets/capture-file.ts';
import { type Ends, frame, ip, udp, uint16, uint32 } from '../../support/packets/network.ts';
import { runPipeline, unaccounted } from '../../support/packets/run-pipeline.ts';
import { reverse, startTime } from '../../support/packets/transactions.ts';

const sent = (ends: Ends, message: Uint8Array, time: number): FilePacket => ({
  bytes: frame(ip(ends, 17, udp(ends, message), { identification: time + 1 })),
  time: startTime + time,
});
const host = { source: '192.0.2.10', sourcePort: 50_000 };

function messages(name: string, id: number, queryClass: 'IN' = 'IN'): { query: Buffer; response: Buffer } {
  const question = { name, type: 'A' as const, class: queryClass };
  const query: DnsMessage = { type: 'query', id, questions: [question] };
  const answers: DnsMessage['answers'] = [{ name, type: 'A', ttl: 30, data: '192.0.2.20' }];
  return {
    query: dnsPacket.encode(query),
    response: dnsPacket.encode({ ...query, type: 'response', flags: 0x8000, answers }),
  };
}

test('LLMNR: a member of the group answers what was asked of the group', (t) => {
  const group: Ends = { ...host, destination: '224.0.0.252', destinationPort: 5_355 };
  const member: Ends = { ...group, destination: '192.0.2.20' };
  const { query, response } = messages('printer', 7);
  const { rows } = runPipeline([sent(group, query, 0), sent(reverse(member), response, 900)]);
  t.is(rows.length, 1);
  t.like(rows[0], {
    outcome: 'answered',
    nameService: 'llmnr',
    clientAddress: '192.0.2.10',
    serverAddress: '192.0.2.20',
    queryName: 'printer',
    latency: 900,
  });
});

test('mDNS: members tell each other without transactions, each message is a row', (t) => {
  const group: Ends = {
    source: '192.0.2.10',
    sourcePort: 5_353,
    destination: '224.0.0.251',
    destinationPort: 5_353,
  };
  const { query, response } = messages('tv.local', 0);
  // The top bit of a class asks for a unicast response, or tells that a record replaces others.
  query[query.length - 2] = 0x80;
  const { rows, counters } = runPipeline([
    sent(group, query, 0),
    sent({ ...group, source: '192.0.2.20' }, response, 500),
    sent({ ...group, source: '192.0.2.20' }, response, 800),
  ]);
  t.deepEqual(
    rows.map(({ outcome, nameService, clientAddress, serverAddress }) => [
      outcome,
      nameService,
      clientAddress,
      serverAddress,
    ]),
    [
      ['unanswered', 'mdns', '192.0.2.10', '224.0.0.251'],
      ['orphan', 'mdns', '224.0.0.251', '192.0.2.20'],
      ['orphan', 'mdns', '224.0.0.251', '192.0.2.20'],
    ],
  );
  // It is no part of the class.
  t.is(rows[0]?.queryClass, 1);
  t.is(rows[1]?.records[0]?.data, '192.0.2.20');
  t.is(unaccounted(counters), 0);
});

test('mDNS: a simple client on a port of its own is answered like any other', (t) => {
  const group: Ends = { ...host, destination: '224.0.0.251', destinationPort: 5_353 };
  const { query, response } = messages('tv.local', 99);
  const { rows } = runPipeline([
    sent(group, query, 0),
    sent(reverse({ ...group, destination: '192.0.2.20' }), response, 40),
  ]);
  t.deepEqual(
    rows.map(({ outcome, nameService, serverAddress }) => [outcome, nameService, serverAddress]),
    [['answered', 'mdns', '192.0.2.20']],
  );
});

test('NetBIOS: a broadcast is answered by who has the name', (t) => {
  const broadcast: Ends = {
    source: '192.0.2.10',
    sourcePort: 137,
    destination: '192.0.2.255',
    destinationPort: 137,
  };
  // RFC 1002 section 4.2.12: the encoded name, type NB, class IN; a response has no question.
  const name = Buffer.concat([Buffer.of(32), Buffer.from('EGFCEFEECACACACACACACACACACACACA'), Buffer.of(0)]);
  const query = Buffer.concat([uint16(0x1234, 0x0110, 1, 0, 0, 0), name, uint16(0x20, 1)]);
  const response = Buffer.concat([
    uint16(0x1234, 0x8500, 0, 1, 0, 0),
    name,
    uint16(0x20, 1),
    uint32(300_000),
    uint16(6, 0),
    Buffer.of(192, 0, 2, 20),
  ]);
  const { rows } = runPipeline([
    sent(broadcast, query, 0),
    sent(reverse({ ...broadcast, destination: '192.0.2.20' }), response, 300),
  ]);
  t.is(rows.length, 1);
  t.like(rows[0], {
    outcome: 'answered',
    nameService: 'nbns',
    queryName: 'egfcefeecacacacacacacacacacacaca',
    queryType: 0x20,
    serverAddress: '192.0.2.20',
  });
  t.is(rows[0]?.records[0]?.data, '\\# 6 0000c0000214');
});

test('unicast DNS on the port of mDNS is DNS, matched with the server that was asked', (t) => {
  const first: Ends = { ...host, destination: '198.51.100.1', destinationPort: 5_353 };
  const second: Ends = { ...host, destination: '198.51.100.2', destinationPort: 5_353 };
  const { query, response } = messages('www.example.com', 99);
  const { rows, counters } = runPipeline([
    sent(first, query, 0),
    sent(second, query, 100),
    sent(reverse(first), response, 2_000),
    sent(reverse(second), response, 3_000),
    // A copy that a second tap saw.
    sent(reverse(second), response, 3_010),
  ]);
  t.deepEqual(
    rows.map(({ outcome, nameService, serverAddress, latency }) => [
      outcome,
      nameService,
      serverAddress,
      latency,
    ]),
    [
      ['answered', 'dns', '198.51.100.1', 2_000],
      ['answered', 'dns', '198.51.100.2', 2_900],
    ],
  );
  t.is(unaccounted(counters), 0);
});
