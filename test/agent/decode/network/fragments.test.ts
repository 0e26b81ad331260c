import test from 'ava';
import fc from 'fast-check';
import type { PipelineOptions } from '../../../../agent/pipeline/pipeline-options.ts';
import { type Ends, fragments, frame, ip, udp } from '../../../support/packets/network.ts';
import { runPipeline, unaccounted } from '../../../support/packets/run-pipeline.ts';
import { exchanges, startTime } from '../../../support/packets/transactions.ts';

const [first, second] = exchanges(2);
const [first6] = exchanges(1, true);
const { client: ends, query } = first!;
const datagram = udp(ends, query);

function run(packets: readonly Buffer[], options: Partial<PipelineOptions> = {}, pause = 1) {
  return runPipeline(
    packets.map((bytes, index) => ({ bytes: frame(bytes), time: startTime + index * pause })),
    // By this seed no two of the senders below share a hash, and what one may hold.
    { maxTransactions: 16, sourceSeed: 1, ...options },
  );
}

/** One fragment of a payload. */
function piece(payload: Buffer, from: number, to: number, identification = 1, of: Ends = ends): Buffer {
  return ip(of, 17, payload.subarray(from, to), {
    identification,
    fragmentOffset: from,
    moreFragments: to < payload.length,
  });
}

test('fragments come together in any order, also with copies among them', (t) => {
  for (const exchange of [first!, first6!]) {
    const whole = udp(exchange.client, exchange.query);
    const parts = fragments(exchange.client, 17, whole, 8, 77);
    const property = fc.property(
      fc.shuffledSubarray([...parts.keys(), ...parts.keys()], { minLength: parts.length * 2 }),
      (order) => {
        // A copy that comes when the datagram is done begins a new one, which never ends.
        const { rows, counters } = run(order.map((index) => parts[index]!));
        return (
          rows.length === 1 && rows[0]!.queryName === 'host-0.example.com' && unaccounted(counters) === 0
        );
      },
    );
    fc.assert(property, { numRuns: 100 });
  }
  t.pass();
});

test('fragments that overlap spoil their datagram for good', (t) => {
  const evil = Buffer.from(datagram);
  evil.fill(0x41, 24, 32);
  const { rows, diagnostics, counters } = run([
    piece(datagram, 0, 24),
    piece(evil, 16, 32),
    piece(datagram, 24, datagram.length),
    piece(datagram, 0, 24),
  ]);
  t.is(rows.length, 0);
  t.is(diagnostics.datagrams_overlapping, 1);
  t.deepEqual(counters.messages_malformed, { datagram_cut: 1 });
  t.is(unaccounted(counters), 0);
});

test('lengths that contradict each other, and ends beyond 65,535 bytes, spoil a datagram', (t) => {
  const longer = Buffer.concat([datagram, Buffer.alloc(64)]);
  const contradiction = run([
    piece(datagram, 24, datagram.length),
    piece(longer, 48, 72),
    piece(datagram, 0, 24),
  ]);
  t.is(contradiction.rows.length, 0);
  t.is(contradiction.diagnostics.datagrams_overlapping, 1);
  const huge = run([ip(ends, 17, Buffer.alloc(64), { identification: 1, fragmentOffset: 65_528 - 32 })]);
  t.is(huge.diagnostics.datagrams_overlapping, 1);
  const crooked = run([ip(ends, 17, datagram.subarray(0, 13), { identification: 1, moreFragments: true })]);
  t.is(crooked.diagnostics.datagrams_overlapping, 1);
});

test('a message of which fragments never come is counted; what a second tap leaves over, and other traffic, is not', (t) => {
  const [begin, middle, end] = [
    piece(datagram, 0, 24),
    piece(datagram, 24, 32),
    piece(datagram, 32, datagram.length),
  ];
  const cases: [packets: Buffer[], lost: number, rows: number][] = [
    [[begin, middle], 1, 0],
    [[middle, end], 0, 0],
    [[begin, end, middle, middle, begin], 0, 1],
    [[ip(ends, 1, datagram.subarray(0, 24), { moreFragments: true })], 0, 0],
    [[piece(udp({ ...ends, destinationPort: 443 }, query), 0, 24)], 0, 0],
  ];
  for (const [packets, lost, rows] of cases) {
    const result = run(packets);
    t.is(result.counters.messages_malformed.datagram_cut ?? 0, lost);
    t.is(result.rows.length, rows);
    t.is(unaccounted(result.counters), 0);
  }
});

test('a first fragment whose end the capture cut off gives what it holds', (t) => {
  const whole = udp(ends, Buffer.concat([query, Buffer.alloc(100)]));
  const bytes = frame(piece(whole, 0, 96));
  const kept = bytes.subarray(0, 80);
  const { rows, counters } = runPipeline([{ bytes: kept, time: startTime, originalLength: bytes.length }]);
  t.is(rows[0]?.queryName, 'host-0.example.com');
  t.is(unaccounted(counters), 0);
});

test('fragments of one number from other hosts are other datagrams', (t) => {
  const other = udp(second!.client, second!.query);
  const { rows } = run([
    piece(datagram, 0, 24),
    piece(other, 0, 24, 1, second!.client),
    piece(datagram, 24, datagram.length),
    piece(other, 24, other.length, 1, second!.client),
  ]);
  t.deepEqual(rows.map(({ queryName }) => queryName).sort(), ['host-0.example.com', 'host-1.example.com']);
});

test('what is held is bounded by count, by bytes and by time, and what is given up is counted', (t) => {
  const senders = exchanges(30);
  const starts = senders.map(({ client }, index) => piece(datagram, 0, 24, index + 1, client));
  t.is(run(starts, { maxDatagrams: 10 }).diagnostics.datagrams_evicted, 20);
  t.true(run(starts, { maxDatagramBytes: 10_000 }).diagnostics.datagrams_evicted! >= 20);
  const late = run(
    [piece(datagram, 0, 24, 5), piece(datagram, 24, datagram.length, 5)],
    { datagramTimeout: 1_000_000 },
    1_000_001,
  );
  t.is(late.rows.length, 0);
  t.is(late.diagnostics.datagrams_expired, 1);
});

test('a sender that begins many datagrams loses its own oldest ones, and not those of others', (t) => {
  const other = udp(second!.client, second!.query);
  const flood = (of: Ends) =>
    Array.from({ length: 200 }, (_, index) => piece(datagram, 0, 24, index + 1, of));
  const { rows, diagnostics, counters } = run(
    [
      piece(other, 0, 24, 7, second!.client),
      ...flood(ends),
      piece(other, 24, other.length, 7, second!.client),
      // The newest of the flood is still there, its oldest is not.
      piece(datagram, 24, datagram.length, 200),
      piece(datagram, 24, datagram.length, 1),
    ],
    { maxDatagrams: 80 },
  );
  t.deepEqual(rows.map(({ queryName }) => queryName).sort(), ['host-0.example.com', 'host-1.example.com']);
  t.is(diagnostics.datagrams_over_share, 190);
  t.is(diagnostics.datagrams_evicted, 0);
  t.is(counters.messages_malformed.datagram_cut, 199);
  t.is(unaccounted(counters), 0);
});

test('what one sender holds is bounded in bytes too', (t) => {
  const large = udp(ends, Buffer.concat([query, Buffer.alloc(1_200)]));
  const starts = Array.from({ length: 20 }, (_, index) => piece(large, 0, 1_200, index + 1));
  const { diagnostics } = run(starts, { maxDatagramBytes: 80_000 });
  t.is(diagnostics.datagrams_over_share, 16);
  t.is(diagnostics.datagrams_evicted, 0);
});

test('an IPv6 fragment that is the whole datagram is taken as it is (RFC 6946)', (t) => {
  const whole = fragments(first6!.client, 17, udp(first6!.client, first6!.query), 65_528, 3);
  t.is(whole.length, 1);
  const { rows, diagnostics } = run(whole);
  t.is(rows.length, 1);
  t.is(diagnostics.fragments, 0);
});

test('a fragment takes memory for what came of its datagram alone, wherever in it that lies', (t) => {
  const far = exchanges(50).map(({ client }, identification) =>
    ip(client, 17, Buffer.alloc(8), { identification, fragmentOffset: 65_512 }),
  );
  // Room made for a whole datagram at once would take 3 MB, and most of the time.
  t.is(run(far, { maxDatagramBytes: 100_000 }).diagnostics.datagrams_evicted, 0);
  t.true(run(far, { maxDatagramBytes: 20_000 }).diagnostics.datagrams_evicted! > 20);
});
