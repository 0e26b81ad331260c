import test from 'ava';
import fc from 'fast-check';
import type { Row } from '../../../shared/batch/row.ts';
import { marks } from '../../../shared/batch/row-layout.ts';
import type { FilePacket } from '../../support/packets/capture-file.ts';
import { plainPacket } from '../../support/packets/carriers.ts';
import { type Ends, ethernet, frame, ip, tcp, tcpFlags, vlanTag } from '../../support/packets/network.ts';
import { runPipeline, unaccounted } from '../../support/packets/run-pipeline.ts';
import { runShares } from '../../support/packets/run-shares.ts';
import { exchanges, startTime } from '../../support/packets/transactions.ts';

const [four] = exchanges(1) as [ReturnType<typeof exchanges>[0]];
const [six] = exchanges(1, true) as [ReturnType<typeof exchanges>[0]];

/** The packet in which a router, or the addressee, tells the sender that a packet of his did not arrive. */
function error(ends: Ends, quoted: Buffer, type: number): Buffer {
  const isV6 = ends.source.includes(':');
  const router = isV6 ? '2001:db8:ffff::1' : '203.0.113.254';
  const message = Buffer.concat([Buffer.of(type, 3, 0, 0, 0, 0, 0, 0), quoted]);
  return ip({ ...ends, source: router, destination: ends.source }, isV6 ? 58 : 1, message);
}

const at = (bytes: Buffer, time: number): FilePacket => ({ bytes, time: startTime + time });
const undelivered = (rows: readonly Row[]): [string, boolean][] =>
  rows.map(({ outcome, marks: bits }) => [outcome, (bits & marks.undelivered) !== 0]);

for (const [name, { client, server, query, response }, type] of [
  ['IPv4', four, 3],
  ['IPv6', six, 1],
] as const) {
  const asked = plainPacket(client, query);
  const told = plainPacket(server, response);

  test(`an ICMP error over ${name} marks the row of the query that it quotes, and is no message`, (t) => {
    for (const quoted of [asked, asked.subarray(0, name === 'IPv4' ? 32 : 52)]) {
      const { rows, counters, diagnostics } = runPipeline([
        at(frame(asked), 0),
        at(frame(error(client, quoted, type)), 10),
      ]);
      t.deepEqual(undelivered(rows), [['unanswered', true]]);
      t.like(counters, { packets_captured: 2, packets_other: 1, messages_seen: 1 });
      t.like(diagnostics, { icmp_errors: 1, icmp_errors_unmatched: 0 });
    }
  });

  test(`a query of ${name} waits on behind an ICMP error, which may be made up`, (t) => {
    const { rows } = runPipeline([
      at(frame(asked), 0),
      at(frame(error(client, asked, type)), 10),
      at(frame(told), 900),
    ]);
    t.deepEqual(undelivered(rows), [['answered', true]]);
    t.is(rows[0]?.latency, 900);
  });

  test(`a response over ${name} that a client refuses marks its row`, (t) => {
    const packets = [at(frame(asked), 0), at(frame(told), 400), at(frame(error(server, told, type)), 450)];
    t.deepEqual(undelivered(runPipeline(packets).rows), [['answered', true]]);
    for (const threads of [2, 3]) {
      const shared = runShares(packets, threads);
      t.deepEqual(undelivered(shared.rows), [['answered', true]]);
      t.is(shared.counters.packets_other, 1);
      t.is(shared.diagnostics.icmp_errors, 1);
    }
  });
}

test('an error within a VLAN marks the row of its tenant alone', (t) => {
  const tagged = (identifier: number, packet: Buffer) =>
    ethernet(0x8100, vlanTag(identifier, 0x0800, packet));
  const asked = plainPacket(four.client, four.query);
  const { rows } = runPipeline([
    ...[at(tagged(10, asked), 0), at(tagged(20, asked), 100_000)],
    at(tagged(20, error(four.client, asked, 3)), 100_010),
  ]);
  t.deepEqual(
    rows.map(({ vlan, marks: bits }) => [vlan, (bits & marks.undelivered) !== 0]),
    [
      [10, false],
      [20, true],
    ],
  );
});

test('what an error quotes of other traffic, of TCP or without an id marks nothing', (t) => {
  const { client, query } = four;
  const asked = plainPacket(client, query);
  const web = { ...client, destinationPort: 443 };
  const segment = ip(client, 6, tcp(client, 1, 1, tcpFlags.acknowledgement, query));
  const quoted = [plainPacket(web, query), segment, asked.subarray(0, 28), asked.subarray(0, 20)];
  const others = quoted.map((bytes) => at(frame(error(client, bytes, 3)), 10));
  const redirect = at(frame(error(client, asked, 5)), 20);
  const unknown = at(frame(error(client, plainPacket({ ...client, sourcePort: 9 }, query), 11)), 30);
  const { rows, counters, diagnostics } = runPipeline([at(frame(asked), 0), ...others, redirect, unknown]);
  t.deepEqual(undelivered(rows), [['unanswered', false]]);
  t.is(counters.messages_seen, 1);
  t.like(diagnostics, { icmp_errors: 2, icmp_errors_unmatched: 2 });
});

test('errors of any octets become no message', (t) => {
  const octets = fc.uint8Array({ maxLength: 90 });
  const property = fc.property(octets, fc.nat(255), fc.boolean(), (bytes, type, isV6) => {
    const { client } = isV6 ? six : four;
    const { counters } = runPipeline([at(frame(error(client, Buffer.from(bytes), type)), 0)], {
      maxTransactions: 4,
    });
    return counters.messages_seen === 0 && counters.packets_other === 1 && unaccounted(counters) === 0;
  });
  fc.assert(property, { numRuns: 300 });
  t.pass();
});
