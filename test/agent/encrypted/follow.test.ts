import test from 'ava';
import dnsPacket from 'dns-packet';
import fc from 'fast-check';
import { noFilters, noPrivacy } from '../../../sensor/rows/transaction-options.ts';
import type { FilePacket } from '../../support/packets/capture-file.ts';
import { followFlows, resolverAddress, unaccountedFlows } from '../../support/packets/follow-flows.ts';
import { type Ends, frame, ip, tcp, tcpFlags, udp } from '../../support/packets/network.ts';
import { cryptoFrame, initialPacket, quicVersions } from '../../support/packets/quic-packets.ts';
import { realHello } from '../../support/packets/real-hello.ts';
import { reverse, startTime } from '../../support/packets/transactions.ts';

const hello = await realHello({ servername: 'dns.example', ALPNProtocols: ['dot'] });
const { fin, syn, acknowledgement: ack } = tcpFlags;
const second = 1_000_000;

function endsTo(port: number, client = '198.51.100.7', sourcePort = 40_000, server = resolverAddress): Ends {
  return { source: client, destination: server, sourcePort, destinationPort: port };
}

/** Frames of a connection, a millisecond apart from each other. */
class Wire {
  readonly packets: FilePacket[] = [];
  time: number;

  constructor(time = startTime) {
    this.time = time;
  }

  tcp(ends: Ends, sequence: number, flags: number, payload?: Uint8Array): void {
    this.#add(frame(ip(ends, 6, tcp(ends, sequence, 1, flags, payload))));
  }

  udp(ends: Ends, payload: Uint8Array): void {
    this.#add(frame(ip(ends, 17, udp(ends, payload))));
  }

  #add(bytes: Buffer): void {
    this.time += 1_000;
    this.packets.push({ bytes, time: this.time });
  }
}

/** A connection over TCP from its handshake to its end, whose client sends these octets in such parts. */
function connection(
  wire: Wire,
  ends: Ends,
  octets: Uint8Array,
  parts: readonly (readonly [number, number])[],
): void {
  const back = reverse(ends);
  wire.tcp(ends, 1_000, syn);
  wire.tcp(back, 5_000, syn | ack);
  for (const [from, to] of parts) wire.tcp(ends, 1_001 + from, ack, octets.subarray(from, to));
  wire.tcp(back, 5_001, ack, Buffer.from('1603030100', 'hex'));
  wire.tcp(ends, 1_001 + octets.length, fin | ack);
  wire.tcp(back, 5_006, fin | ack);
}

const inTwo = [
  [0, 1_000],
  [1_000, hello.length],
] as const;

test('a connection of DNS over TLS is told of once it has ended', (t) => {
  const wire = new Wire();
  connection(wire, endsTo(853), hello, inTwo);
  const { flows, tellings, counters } = followFlows(wire.packets);
  t.is(tellings.length, 1);
  t.like(flows[0], {
    telling: 1,
    is_open: false,
    client: '198.51.100.7',
    client_port: 40_000,
    server: resolverAddress,
    server_port: 853,
    transport: 'dot',
    hello: 'read',
    server_name: 'dns.example',
    ech: false,
    provider: 'Example',
    octets_to_server: hello.length,
    octets_to_client: 5,
    looked_up: 'unknown',
    client_hidden: false,
  });
  t.deepEqual(flows[0]!.alpn, ['dot']);
  t.regex(flows[0]!.ja4!, /^t13d/);
  t.is(flows[0]!.last_seen_at - flows[0]!.started_at, 6_000);
  t.like(counters.encrypted_flows, { seen: 1, stored: 1, pending: 0 });
  t.is(counters.rows_stored, 1);
  t.is(counters.packets_other, counters.packets_captured);
});

test('a hello is read whatever order and however often its segments come', (t) => {
  const cuts = fc.array(fc.nat(hello.length), { maxLength: 12 });
  fc.assert(
    fc.property(cuts, fc.infiniteStream(fc.nat()), fc.nat(3), (places, order, repeated) => {
      const all = [...new Set([0, ...places, hello.length])].sort((a, b) => a - b);
      const parts = all.slice(0, -1).map((from, index) => [from, all[index + 1]!] as const);
      const shuffled = [...parts, ...parts.slice(0, repeated)]
        .map((part) => ({ part, at: order.next().value as number }))
        .sort((a, b) => a.at - b.at)
        .map(({ part }) => part);
      const wire = new Wire();
      connection(wire, endsTo(853), hello, shuffled);
      const { flows, counters } = followFlows(wire.packets);
      return flows.length === 1 && flows[0]!.hello === 'read' && unaccountedFlows(counters) === 0;
    }),
    { numRuns: 60 },
  );
  t.pass();
});

test('HTTPS is followed towards resolvers of the list alone', (t) => {
  const wire = new Wire();
  connection(wire, endsTo(443), hello, inTwo);
  connection(wire, endsTo(443, '198.51.100.8', 40_001, '203.0.113.80'), hello, inTwo);
  connection(wire, endsTo(443, '2001:db8::7', 40_002, '2001:db8::53'), hello, inTwo);
  const { flows } = followFlows(wire.packets);
  t.deepEqual(
    flows.map(({ transport, server, provider }) => [transport, server, provider]),
    [
      ['doh', resolverAddress, 'Example'],
      ['doh', '2001:db8::53', 'Example'],
    ],
  );
});

test('a resolver that is not on the list is known by its name', (t) => {
  const wire = new Wire();
  connection(wire, endsTo(853, '198.51.100.7', 40_000, '203.0.113.80'), hello, inTwo);
  t.like(followFlows(wire.packets).flows[0], { server: '203.0.113.80', provider: 'Example' });
});

for (const [name, version] of Object.entries(quicVersions)) {
  test(`a hello of QUIC ${name} is put together of several packets in any order`, (t) => {
    const handshake = hello.subarray(5);
    const id = Buffer.from('0102030405060708', 'hex');
    const parts = [
      [700, 1_200],
      [0, 300],
      [1_200, handshake.length],
      [300, 700],
    ] as const;
    const wire = new Wire();
    const ends = endsTo(853);
    // Two of the packets share a datagram.
    const packets = parts.map(([from, to], index) =>
      initialPacket(version, id, index, cryptoFrame(from, handshake.subarray(from, to)), { size: 20 }),
    );
    wire.udp(ends, Buffer.concat([packets[0]!, packets[1]!]));
    wire.udp(ends, packets[2]!);
    wire.udp(reverse(ends), Buffer.from('c0000000010000000000', 'hex'));
    wire.udp(ends, packets[3]!);
    const { flows, counters } = followFlows(wire.packets);
    t.is(flows.length, 1);
    t.like(flows[0], { transport: 'doq', hello: 'read', server_name: 'dns.example', is_open: true });
    t.regex(flows[0]!.ja4!, /^q13d/);
    t.is(unaccountedFlows(counters), 0);
  });
}

test('after a Retry the keys are those of the id that the client uses then', (t) => {
  const handshake = hello.subarray(5);
  const wire = new Wire();
  const first = Buffer.from('0102030405060708', 'hex');
  const second = Buffer.from('1112131415161718', 'hex');
  const ends = endsTo(443);
  const half = (id: Buffer, number: number, from: number, to: number): Buffer =>
    initialPacket(quicVersions.v1, id, number, cryptoFrame(from, handshake.subarray(from, to)));
  wire.udp(ends, half(first, 0, 0, 900));
  wire.udp(ends, half(second, 1, 0, 900));
  wire.udp(ends, half(second, 2, 900, handshake.length));
  t.like(followFlows(wire.packets).flows[0], { transport: 'doh3', hello: 'read' });
});

test('connections that were there before are told of as such, once both sides have spoken', (t) => {
  const wire = new Wire();
  const record = Buffer.from('1703030010aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'hex');
  wire.tcp(endsTo(853), 9_000, ack, record);
  wire.tcp(reverse(endsTo(853)), 70_000, ack, record);
  wire.tcp(endsTo(853, '198.51.100.8'), 9_000, ack, record);
  const short = Buffer.from('40aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'hex');
  wire.udp(endsTo(443), short);
  wire.udp(reverse(endsTo(443)), short);
  const { flows, counters } = followFlows(wire.packets);
  t.deepEqual(
    flows.map(({ transport, hello: state, ja4, server_name }) => [transport, state, ja4, server_name]),
    [
      ['dot', 'unseen', null, null],
      ['doh3', 'unseen', null, null],
    ],
  );
  t.like(counters.encrypted_flows, { seen: 2, stored: 2 });
});

test('a long connection is told of early, again while it carries something, and at its end', (t) => {
  const wire = new Wire();
  const ends = endsTo(853);
  wire.tcp(ends, 1_000, syn);
  wire.tcp(ends, 1_001, ack, hello);
  for (let count = 0; count < 12; count++) {
    wire.time += 60 * second;
    wire.tcp(reverse(ends), 5_001 + count * 100, ack, Buffer.alloc(100));
  }
  wire.tcp(ends, 1_001 + hello.length, fin | ack);
  wire.tcp(reverse(ends), 9_000, fin | ack);
  const { tellings, flows } = followFlows(wire.packets);
  t.is(flows.length, 1);
  t.true(tellings.length >= 3 && tellings.length <= 5, `${tellings.length} tellings`);
  t.deepEqual(
    tellings.map(({ telling }) => telling),
    tellings.map((_, index) => index + 1),
  );
  t.true(tellings.slice(0, -1).every(({ is_open }) => is_open));
  t.like(flows[0], { is_open: false, octets_to_client: 1_200 });
});

test('it is told whether the client was given the address by clear DNS', (t) => {
  const wire = new Wire();
  const answer = (client: string, name: string, data: string): void => {
    const ends = { source: '192.0.2.1', destination: client, sourcePort: 53, destinationPort: 5_353 + 1 };
    wire.udp(
      ends,
      dnsPacket.encode({
        type: 'response',
        id: 7,
        flags: 0x8180,
        questions: [{ type: 'A', name }],
        answers: [
          { type: 'CNAME', name, data: 'front.example' },
          { type: 'A', name: 'front.example', data },
        ],
      }),
    );
  };
  answer('198.51.100.7', 'dns.example', resolverAddress);
  answer('198.51.100.8', 'www.example', '203.0.113.1');
  for (const last of [7, 8, 9]) connection(wire, endsTo(853, `198.51.100.${last}`), hello, inTwo);
  t.deepEqual(
    followFlows(wire.packets).flows.map(({ client, looked_up }) => [client, looked_up]),
    [
      ['198.51.100.7', 'yes'],
      ['198.51.100.8', 'no'],
      ['198.51.100.9', 'unknown'],
    ],
  );
});

test('clients are filtered, sampled, cut and replaced as those of queries are; the server stays', (t) => {
  const wire = new Wire();
  for (let last = 1; last <= 100; last++) connection(wire, endsTo(853, `198.51.100.${last}`), hello, inTwo);
  const filters = { ...noFilters, denyClients: ['198.51.100.64/26'] };
  const filtered = followFlows(wire.packets, { filters });
  t.like(filtered.counters.encrypted_flows, { seen: 100, stored: 63, filtered: 37 });
  const sampled = followFlows(wire.packets, { sampling: 4 });
  const { stored, sampled: left } = sampled.counters.encrypted_flows!;
  t.is(stored + left, 100);
  t.true(stored > 8 && stored < 50, `${stored} of 100`);
  const cut = followFlows(wire.packets.slice(0, 7), {
    privacy: { ...noPrivacy, clientPrefixV4: 24, nameLabels: 1 },
  });
  t.like(cut.flows[0], {
    client: '198.51.100.0',
    server: resolverAddress,
    server_name: 'example',
    client_hidden: true,
  });
  const key = Buffer.alloc(32, 7);
  const replaced = followFlows(wire.packets.slice(0, 7), { privacy: { ...noPrivacy, pseudonymKey: key } });
  t.not(replaced.flows[0]!.client, '198.51.100.1');
  t.like(replaced.flows[0], { server: resolverAddress, client_hidden: true });
});

test('a flood of hellos is bounded by its rate, and the rest is counted', (t) => {
  const wire = new Wire();
  for (let count = 0; count < 500; count++) {
    wire.tcp(endsTo(853, '198.51.100.7', 1_024 + count), 1_001, ack, hello);
    wire.time -= 990;
  }
  const { counters } = followFlows(wire.packets, {}, { hellosPerSecond: 20 });
  const { seen, stored, dropped } = counters.encrypted_flows!;
  t.is(seen, 500);
  t.is(stored, 100);
  t.deepEqual(dropped, { rate: 400 });
});

test('unfinished hellos take a bounded room, and the oldest are given up for new ones', (t) => {
  const wire = new Wire();
  for (let count = 0; count < 200; count++)
    wire.tcp(endsTo(853, '198.51.100.7', 1_024 + count), 1_001, ack, hello.subarray(0, 1_000));
  wire.tcp(endsTo(853, '198.51.100.7', 1_024 + 199), 2_001, ack, hello.subarray(1_000));
  wire.tcp(endsTo(853, '198.51.100.7', 1_024), 2_001, ack, hello.subarray(1_000));
  const { flows, counters } = followFlows(wire.packets, {}, { maxHelloBytes: 64 * 1024 });
  t.is(flows.filter(({ hello: state }) => state === 'read').length, 1);
  t.is(flows.filter(({ hello: state }) => state === 'incomplete').length, 199);
  t.is(unaccountedFlows(counters), 0);
});

test('a flood of openings pushes out no connection that is followed', (t) => {
  const wire = new Wire();
  wire.tcp(endsTo(853), 1_000, syn);
  wire.tcp(endsTo(853), 1_001, ack, hello);
  for (let count = 0; count < 2_000; count++) {
    wire.tcp(endsTo(853, `203.0.${count >> 8}.${count & 255}`), 1, syn);
    wire.time -= 999;
  }
  wire.tcp(reverse(endsTo(853)), 5_001, ack, Buffer.alloc(10));
  const { flows, counters, diagnostics } = followFlows(wire.packets, {}, { maxFlows: 64 });
  t.is(flows.length, 1);
  t.is(flows[0]!.octets_to_client, 10);
  t.like(counters.encrypted_flows, { seen: 1, stored: 1 });
  t.is(diagnostics.encrypted_flows_evicted, 0);
});

test('what speaks no TLS on a port of encrypted DNS is counted as foreign', (t) => {
  const wire = new Wire();
  connection(wire, endsTo(853), Buffer.from('GET / HTTP/1.1\r\n\r\n'), [[0, 18]]);
  connection(wire, endsTo(853, '198.51.100.9'), Buffer.from('160301000401000fff', 'hex'), [[0, 9]]);
  const { flows, counters } = followFlows(wire.packets);
  t.like(counters.encrypted_flows, { seen: 2, stored: 1, foreign: 1 });
  t.is(flows[0]!.hello, 'incomplete');
});

test('the ledger balances whatever comes in whatever order', (t) => {
  const handshake = hello.subarray(5);
  const id = Buffer.from('0102030405060708', 'hex');
  const initials = [
    initialPacket(quicVersions.v1, id, 0, cryptoFrame(0, handshake.subarray(0, 900))),
    initialPacket(quicVersions.v2, id, 1, cryptoFrame(900, handshake.subarray(900))),
  ];
  const event = fc.record({
    kind: fc.constantFrom(
      'syn',
      'hello',
      'rest',
      'junk',
      'fin',
      'reset',
      'answer',
      'initial',
      'short',
      'raw',
    ),
    client: fc.nat(5),
    back: fc.boolean(),
    port: fc.constantFrom(443, 853),
    pause: fc.constantFrom(0, 1_000, second, 12 * second, 700 * second, -second),
    octets: fc.uint8Array({ maxLength: 60 }),
  });
  const property = fc.property(
    fc.array(event, { maxLength: 80 }),
    fc.constantFrom(1, 3),
    (events, sampling) => {
      const wire = new Wire();
      for (const { kind, client, back, port, pause, octets } of events) {
        wire.time += pause;
        const forth = endsTo(port, `198.51.100.${client}`);
        const ends = back ? reverse(forth) : forth;
        if (kind === 'syn') wire.tcp(ends, 1_000, syn);
        else if (kind === 'hello') wire.tcp(ends, 1_001, ack, hello.subarray(0, 900));
        else if (kind === 'rest') wire.tcp(ends, 1_901, ack, hello.subarray(900));
        else if (kind === 'junk') wire.tcp(ends, 1_001 + client, ack, octets);
        else if (kind === 'fin') wire.tcp(ends, 3_000, fin | ack);
        else if (kind === 'reset') wire.tcp(ends, 3_000, tcpFlags.reset);
        else if (kind === 'answer') wire.tcp(ends, 9_000, ack, Buffer.from('1703030001aa', 'hex'));
        else if (kind === 'initial') wire.udp(ends, initials[client & 1]!);
        else if (kind === 'short') wire.udp(ends, Buffer.concat([Buffer.of(0x41), octets]));
        else wire.udp(ends, octets);
      }
      const { counters, tellings } = followFlows(
        wire.packets,
        { sampling },
        { hellosPerSecond: 1, maxFlows: 4, maxHelloBytes: 4_096 },
      );
      const ids = new Set(tellings.map(({ id: flow }) => flow));
      return (
        unaccountedFlows(counters) === 0 &&
        counters.encrypted_flows!.pending === 0 &&
        counters.rows_stored === tellings.length &&
        counters.encrypted_flows!.stored === ids.size
      );
    },
  );
  fc.assert(property, { numRuns: 150 });
  t.pass();
});
