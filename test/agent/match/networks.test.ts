import test from 'ava';
import {
  type Ends,
  ethernet,
  frame,
  ip,
  tcp,
  tcpFlags,
  udp,
  uint16,
  vlanTag,
} from '../../support/packets/network.ts';
import { runPipeline, unaccounted } from '../../support/packets/run-pipeline.ts';
import { exchanges, startTime } from '../../support/packets/transactions.ts';

const [{ client, server, query, response }] = exchanges(1) as [ReturnType<typeof exchanges>[0]];
const ipv4 = 0x0800;
const underlay: Ends = {
  source: '10.9.0.1',
  destination: '10.9.0.2',
  sourcePort: 5_000,
  destinationPort: 4_789,
};

/** How a packet is wrapped: not at all, in a VLAN, or in a VXLAN. */
type Wrap = (packet: Buffer) => Buffer;
const plain: Wrap = frame;
const vlan =
  (identifier: number): Wrap =>
  (packet) =>
    ethernet(0x8100, vlanTag(identifier, ipv4, packet));
const vxlan =
  (identifier: number): Wrap =>
  (packet) => {
    const header = Buffer.concat([Buffer.of(8, 0, 0, 0), Buffer.from([0, 0, 0, 0])]);
    header.writeUIntBE(identifier, 4, 3);
    return frame(ip(underlay, 17, udp(underlay, Buffer.concat([header, frame(packet)]))));
  };

const asked = (wrap: Wrap, time: number, identification = time + 1, timeToLive = 64) => ({
  bytes: wrap(ip(client, 17, udp(client, query), { identification, timeToLive })),
  time: startTime + time,
});
const told = (wrap: Wrap, time: number, identification = time + 1, timeToLive = 64) => ({
  bytes: wrap(ip(server, 17, udp(server, response), { identification, timeToLive })),
  time: startTime + time,
});
test('tenants with the same addresses are kept apart by VLAN and by VXLAN', (t) => {
  for (const tenant of [vlan, vxlan]) {
    const { rows, counters } = runPipeline([
      ...[asked(tenant(10), 0), asked(tenant(20), 100), told(tenant(20), 1_000), told(tenant(10), 5_000)],
    ]);
    t.deepEqual(
      rows.map(({ outcome, latency }) => [outcome, latency]),
      [
        ['answered', 900],
        ['answered', 5_000],
      ],
    );
    t.is(unaccounted(counters), 0);
  }
});

test('a direction that comes without tags is matched, and so is what a tap sees on both sides of a router', (t) => {
  const half = runPipeline([asked(vlan(10), 0), told(plain, 400)]);
  t.deepEqual(
    half.rows.map(({ outcome }) => outcome),
    ['answered'],
  );
  const routed = runPipeline([
    ...[asked(vlan(10), 0, 7), asked(vlan(20), 30, 7, 63)],
    ...[told(vlan(20), 400, 9), told(vlan(10), 430, 9, 63)],
  ]);
  t.is(routed.rows.length, 1);
  t.like(routed.rows[0], { outcome: 'answered', latency: 400 });
  t.is(routed.diagnostics.packets_duplicated, 2);
  t.is(unaccounted(routed.counters), 0);
});

test('a query of another tenant is told from the copy behind a router by its hops', (t) => {
  const rowsOf = (identification: number, timeToLive: number) => {
    const { rows, counters, diagnostics } = runPipeline([
      ...[asked(vlan(10), 0, identification), asked(vlan(20), 30, identification, timeToLive)],
      ...[told(vlan(20), 400, 8), told(vlan(10), 900, 9)],
    ]);
    t.is(unaccounted(counters), 0);
    return [rows.length, rows.map(({ latency }) => latency), diagnostics.packets_duplicated];
  };
  for (const identification of [0, 7]) {
    t.deepEqual(rowsOf(identification, 64), [2, [370, 900], 0]);
    // Of another kind of system.
    t.deepEqual(rowsOf(identification, 128), [2, [370, 900], 0]);
    // Whichever side of the router is read first.
    t.deepEqual(rowsOf(identification, 63), [1, [400], 2]);
    t.deepEqual(rowsOf(identification, 65), [1, [400], 2]);
  }
});

test('two tags that show the same packets again and again are the sides of a bridge, and no tenants', (t) => {
  const bridged = (from: number, count: number, identification: (n: number) => number, tags = [10, 20]) =>
    Array.from({ length: count }, (_, n) => {
      const at = from + n * 100_000;
      const [near, far] = tags.map(vlan) as [Wrap, Wrap];
      return [
        ...[asked(near, at, identification(n)), asked(far, at + 40, identification(n))],
        ...[told(far, at + 400, identification(n)), told(near, at + 440, identification(n))],
      ];
    }).flat();
  const numbered = bridged(0, 20, (n) => n + 1);
  const { rows, counters, diagnostics } = runPipeline(numbered);
  // Eight copies are taken for queries of their own, until the tags are known.
  t.is(rows.length, 28);
  t.is(diagnostics.packets_duplicated, 24);
  t.is(unaccounted(counters), 0);
  t.true(rows.every(({ outcome }) => outcome === 'answered'));
  const later = (packets: ReturnType<typeof bridged>) =>
    runPipeline([...numbered, ...packets]).rows.length - 28;
  // From then on also packets without a number, but none of other tags, none that come late, and none after a silence.
  t.is(later(bridged(3_000_000, 5, () => 0)), 5);
  t.is(later(bridged(3_000_000, 5, () => 0, [10, 30])), 10);
  t.is(later(bridged(900_000_000, 5, () => 0)), 10);
  const late = [asked(vlan(10), 3_000_000, 7), asked(vlan(20), 3_005_000, 7)];
  t.is(later(late), 2);
  // Tenants whose packets have numbers of their own are never taken for one.
  const tenants = Array.from({ length: 30 }, (_, n) => [
    ...[asked(vlan(10), n * 100_000, 2 * n + 1), asked(vlan(20), n * 100_000 + 40, 2 * n + 2)],
    ...[told(vlan(20), n * 100_000 + 400, 8), told(vlan(10), n * 100_000 + 900, 9)],
  ]).flat();
  t.is(runPipeline(tenants).rows.length, 60);
  const unnumbered = Array.from({ length: 30 }, (_, n) => [
    ...[asked(vlan(10), n * 100_000, 0), asked(vlan(20), n * 100_000 + 40, 0)],
    ...[told(vlan(20), n * 100_000 + 400, 0), told(vlan(10), n * 100_000 + 900, 0)],
  ]).flat();
  t.is(runPipeline(unnumbered).rows.length, 60);
});

test('streams and fragments of tenants with the same addresses are kept apart', (t) => {
  const prefixed = Buffer.concat([uint16(query.length), query]);
  const segment = (wrap: Wrap, from: number, to: number, time: number) => ({
    bytes: wrap(
      ip(client, 6, tcp(client, 1 + from, 1, tcpFlags.acknowledgement, prefixed.subarray(from, to))),
    ),
    time: startTime + time,
  });
  const start = (wrap: Wrap, time: number) => ({
    bytes: wrap(ip(client, 6, tcp(client, 0, 0, tcpFlags.syn, Buffer.alloc(0)))),
    time: startTime + time,
  });
  const streams = runPipeline([
    ...[start(vlan(10), 0), start(vlan(20), 1), segment(vlan(10), 0, 20, 2), segment(vlan(20), 0, 25, 3)],
    ...[segment(vlan(20), 25, 99, 4), segment(vlan(10), 20, 99, 9_000)],
  ]);
  t.is(streams.rows.length, 2);
  t.is(unaccounted(streams.counters), 0);
  const datagram = udp(client, query);
  const piece = (wrap: Wrap, from: number, to: number, time: number) => ({
    bytes: wrap(
      ip(client, 17, datagram.subarray(from, to), {
        identification: 5,
        fragmentOffset: from,
        moreFragments: to < datagram.length,
      }),
    ),
    time: startTime + time,
  });
  const [first, second] = [vlan(10), vlan(20)];
  const whole = runPipeline([
    ...[piece(first, 0, 16, 0), piece(second, 0, 24, 1)],
    ...[piece(first, 16, datagram.length, 40_000), piece(second, 24, datagram.length, 80_000)],
  ]);
  t.is(whole.diagnostics.datagrams_reassembled, 2);
  t.is(whole.rows.length, 2);
});
