import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { noFilters } from '../../../sensor/rows/transaction-options.ts';
import type { Row } from '../../../shared/batch/row.ts';
import type { FilePacket } from '../../support/packets/capture-file.ts';
import { carriers } from '../../support/packets/carriers.ts';
import {
  type Ends,
  fragments,
  frame,
  ip,
  tcp,
  tcpFlags,
  udp,
  uint16,
} from '../../support/packets/network.ts';
import { runPipeline } from '../../support/packets/run-pipeline.ts';
import { runShares } from '../../support/packets/run-shares.ts';
import { exchanges, startTime } from '../../support/packets/transactions.ts';

const lists = [exchanges(12), exchanges(12, true)];
const forms = Object.keys(carriers);

const groupEnds = (index: number, port: number): Ends => ({
  source: `192.0.2.${index + 1}`,
  destination: port === 5_353 ? '224.0.0.251' : '224.0.0.252',
  sourcePort: port === 5_353 ? 5_353 : 30_000 + index,
  destinationPort: port,
});

/** In one order, whichever thread wrote which. */
const sorted = (rows: readonly Row[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

const event = fc.record({
  kind: fc.constantFrom(
    'asked',
    'told',
    'broken',
    'fragments',
    'firstFragment',
    'segment',
    'group',
    'member',
    'noise',
  ),
  form: fc.constantFrom('plain', 'plain', 'plain', ...forms),
  ipv6: fc.boolean(),
  index: fc.nat(11),
  pause: fc.constantFrom(0, 1, 300, 15_000, 2_000_000, 40_000_000),
  identification: fc.nat(2),
});
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

function packetsOf(events: readonly Event[]): FilePacket[] {
  let time = startTime;
  return events.flatMap(({ kind, form, ipv6, index, pause, identification }) => {
    // Copies without a number to know them by, within a millisecond, tell of a second tap: each thread learns that for itself.
    time += pause + (['asked', 'segment', 'group'].includes(kind) ? 2_000 : 0);
    const { client, server, query, response } = lists[ipv6 ? 1 : 0]![index]!;
    const [ends, message] =
      kind === 'told' || kind.endsWith('ragments') ? [server, response] : [client, query];
    const all = (frames: readonly Uint8Array[], linkType = 1): FilePacket[] =>
      frames.map((bytes) => ({ bytes, time, linkType }));
    if (kind === 'noise') return all([Buffer.alloc(70, index)]);
    if (kind === 'fragments' || kind === 'firstFragment') {
      const { server: from, response: told } = lists[0]![index]!;
      const pieces = fragments(from, 17, udp(from, told), 24, identification + 1).map(frame);
      return all(kind === 'fragments' ? pieces : pieces.slice(0, 1));
    }
    if (kind === 'segment') {
      const next = lists[ipv6 ? 1 : 0]![(index + 1) % 12]!.query;
      // A stream joined midway, with holes if its segments come in another order.
      const stream = Buffer.concat([uint16(query.length), query, uint16(next.length), next]);
      const at = identification * 20;
      return all([
        frame(ip(client, 6, tcp(client, 1_000 + at, 1, tcpFlags.push, stream.subarray(at, at + 40)))),
      ]);
    }
    if (kind === 'group') {
      const port = index % 2 === 0 ? 5_353 : 5_355;
      return all([frame(ip(groupEnds(index, port), 17, udp(groupEnds(index, port), query)))]);
    }
    if (kind === 'member') {
      const { source, sourcePort } = groupEnds(index, 5_355);
      const own = {
        source: '192.0.2.99',
        sourcePort: 5_355,
        destination: source,
        destinationPort: sourcePort,
      };
      return all([frame(ip(own, 17, udp(own, response)))]);
    }
    if (kind === 'broken') {
      const bytes = frame(ip(ends, 17, udp(ends, message.subarray(0, message.length - 3))));
      return all([bytes]);
    }
    if (form === 'plain') return all([frame(ip(ends, 17, udp(ends, message), { identification }))]);
    const { carry, linkType, ipv6: isForIpv6 } = carriers[form]!;
    return (isForIpv6 ?? false) === ipv6 ? all(carry(ends, message, index), linkType) : [];
  });
}

test('whatever comes, the shares of several add up to what one alone tells', (t) => {
  const property = fc.property(
    fc.array(event, { maxLength: 60 }),
    fc.integer({ min: 2, max: 5 }),
    fc.constantFrom(1, 3),
    fc.constantFrom([], [28]),
    (events, threads, sampling, denyTypes) => {
      const packets = packetsOf(events);
      const options = { sampling, filters: { ...noFilters, denyTypes }, maxTransactions: 1_024 };
      const alone = runPipeline(packets, options);
      const shared = runShares(packets, threads, options);
      assert.deepEqual(shared.counters, alone.counters);
      assert.deepEqual(shared.diagnostics, alone.diagnostics);
      assert.deepEqual(sorted(shared.rows), sorted(alone.rows));
    },
  );
  fc.assert(property, { numRuns: Number(process.env.RUNS ?? 100) });
  t.pass();
});

test('flows fall to all of the shares, and no more than most of them to one', (t) => {
  const packets = exchanges(400).map(({ client, query, queryTime }) => ({
    bytes: frame(ip(client, 17, udp(client, query))),
    time: queryTime,
  }));
  const { shares } = runShares(packets, 4);
  t.is(
    shares.reduce((sum, rows) => sum + rows, 0),
    400,
  );
  t.true(shares.every((rows) => rows > 50));
});
