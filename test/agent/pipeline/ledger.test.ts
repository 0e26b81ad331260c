import test from 'ava';
import fc from 'fast-check';
import { noFilters, noPrivacy } from '../../../sensor/rows/transaction-options.ts';
import { marks } from '../../../shared/batch/row-layout.ts';
import type { FilePacket } from '../../support/packets/capture-file.ts';
import { frame, ip, udp } from '../../support/packets/network.ts';
import { runPipeline, unaccounted } from '../../support/packets/run-pipeline.ts';
import { exchanges, startTime } from '../../support/packets/transactions.ts';

const list = exchanges(40);
const asked = (index: number, time: number, identification = 0): FilePacket => {
  const { client, query } = list[index]!;
  return { bytes: frame(ip(client, 17, udp(client, query), { identification })), time: startTime + time };
};
const told = (index: number, time: number, identification = 0): FilePacket => {
  const { server, response } = list[index]!;
  return { bytes: frame(ip(server, 17, udp(server, response), { identification })), time: startTime + time };
};

/** A query or a response with an octet too few, which nothing took away on its way. */
function wrong(index: number, time: number, identification: number) {
  const { client, server, query, response } = list[index]!;
  const [ends, message] = identification % 2 === 0 ? [client, query] : [server, response];
  const cut = message.subarray(0, message.length - 1 - (index % 20));
  return { bytes: frame(ip(ends, 17, udp(ends, cut), { identification })), time: startTime + time };
}

test('the ledger balances whatever comes in whatever order, under filters and sampling', (t) => {
  const event = fc.record({
    kind: fc.constantFrom('asked', 'told', 'broken', 'wrong', 'other'),
    index: fc.nat(39),
    pause: fc.constantFrom(0, 1, 500, 30_000, 6_000_000),
    identification: fc.nat(3),
  });
  const property = fc.property(
    fc.array(event, { maxLength: 120 }),
    fc.constantFrom(1, 2, 7),
    fc.constantFrom([], [1], [28, 15]),
    fc.constantFrom([], [0], [3]),
    fc.integer({ min: 1, max: 20 }),
    (events, sampling, denyTypes, denyResponseCodes, maxTransactions) => {
      let time = 0;
      const packets = events.map(({ kind, index, pause, identification }) => {
        time += pause;
        const packet =
          kind === 'told' ? told(index, time, identification) : asked(index, time, identification);
        if (kind === 'broken') return { ...packet, bytes: packet.bytes.subarray(0, packet.bytes.length - 7) };
        if (kind === 'wrong') return wrong(index, time, identification);
        if (kind === 'other') return { ...packet, bytes: Buffer.alloc(60) };
        return packet;
      });
      const { rows, counters } = runPipeline(packets, {
        sampling,
        maxTransactions,
        filters: { ...noFilters, denyTypes, denyResponseCodes },
        maxBufferBytes: 2_048,
      });
      // Malformed ones are counted apart, whether a row tells of them or not.
      const malformed = ({ marks: bits }: { marks: number }): number =>
        ((bits & marks.queryMalformed) === 0 ? 0 : 1) + ((bits & marks.responseMalformed) === 0 ? 0 : 1);
      const messages = rows.reduce(
        (sum, row) => sum + (row.outcome === 'answered' ? 2 : 1) - malformed(row),
        0,
      );
      return (
        unaccounted(counters) === 0 &&
        counters.messages_pending === 0 &&
        counters.messages_stored === messages &&
        counters.rows_stored === rows.length &&
        counters.packets_captured - counters.packets_other === counters.messages_seen
      );
    },
  );
  fc.assert(property, { numRuns: 150 });
  t.pass();
});

test('a query without a response becomes a row when its time is over', (t) => {
  const { rows } = runPipeline([asked(0, 0), asked(1, 6_000_000)]);
  t.deepEqual(
    rows.map(({ outcome, responseCode }) => [outcome, responseCode]),
    [
      ['unanswered', 65_535],
      ['unanswered', 65_535],
    ],
  );
});

test('a response without a query is an orphan, its copy is folded into it', (t) => {
  const { rows, counters } = runPipeline([told(0, 0), told(0, 50)]);
  t.deepEqual(
    rows.map(({ outcome, marks: bits }) => [outcome, bits]),
    [['orphan', marks.responseDuplicated]],
  );
  t.is(counters.messages_repeated, 1);
});

test('a query that is sent again is marked, one that a second tap saw is not', (t) => {
  const again = runPipeline([asked(0, 0, 1), asked(0, 1_000_000, 2), told(0, 1_000_200)]);
  t.is(again.rows[0]?.marks, marks.queryRetransmitted);
  t.is(again.rows[0]?.latency, 1_000_200);
  const twice = runPipeline([asked(0, 0, 9), asked(0, 3, 9), told(0, 200, 4), told(0, 203, 4)]);
  t.is(twice.rows.length, 1);
  t.is(twice.rows[0]?.marks, marks.responseDuplicated);
  t.is(twice.diagnostics.packets_duplicated, 2);
});

test('a response to another question stays apart and is marked', (t) => {
  const { client, server, query } = list[0]!;
  const other = Buffer.from(list[0]!.response);
  other.write('j', 13, 'latin1');
  const { rows } = runPipeline([
    { bytes: frame(ip(client, 17, udp(client, query))), time: startTime },
    { bytes: frame(ip(server, 17, udp(server, other))), time: startTime + 5 },
    told(0, 90),
  ]);
  t.deepEqual(
    rows.map(({ outcome, marks: bits }) => [outcome, bits]),
    [
      ['orphan', marks.questionMismatch],
      ['answered', 0],
    ],
  );
});

test('names, types, codes and networks select rows', (t) => {
  const packets = list.flatMap((_, index) => [asked(index, index * 10), told(index, index * 10 + 5)]);
  const kept = (filters: Partial<typeof noFilters>): number =>
    runPipeline(packets, { filters: { ...noFilters, ...filters } }).rows.length;
  t.is(kept({ allowTypes: [28] }), 10);
  t.is(kept({ denyTypes: [28] }), 30);
  t.is(kept({ allowSuffixes: ['example.com'] }), 40);
  t.is(kept({ denySuffixes: ['COM.'] }), 0);
  t.is(kept({ allowSuffixes: ['host-7.example.com', 'other'] }), 1);
  t.is(kept({ allowResponseCodes: [3] }), 0);
  t.is(kept({ denyResponseCodes: [3] }), 40);
  t.is(kept({ allowClients: ['192.0.2.0/29'] }), 7);
  t.is(kept({ denyClients: ['192.0.2.0/29'] }), 33);
});

test('sampling keeps whole transactions', (t) => {
  const packets = list.flatMap((_, index) => [asked(index, index * 10), told(index, index * 10 + 5)]);
  const { rows, counters } = runPipeline(packets, { sampling: 4 });
  t.true(rows.length > 0 && rows.length < 30);
  t.true(rows.every(({ outcome }) => outcome === 'answered'));
  t.is(counters.messages_sampled, 80 - rows.length * 2);
});

test('clients are cut to a prefix, and names to their last labels', (t) => {
  const privacy = { ...noPrivacy, clientPrefixV4: 24, nameLabels: 2 };
  const { rows } = runPipeline([asked(3, 0), told(3, 9)], { privacy });
  t.is(rows[0]?.clientAddress, '192.0.2.0');
  t.is(rows[0]?.serverAddress, '198.51.100.53');
  t.is(rows[0]?.queryName, 'example.com');
  t.is(rows[0]?.records[0]?.name, 'example.com');
  t.is(rows[0]?.marks, marks.clientTruncated | marks.nameMinimised);
});

test('pseudonyms hide clients and keep them apart', (t) => {
  const privacy = { ...noPrivacy, pseudonymKey: new Uint8Array(32).fill(7) };
  const { rows } = runPipeline([asked(0, 0), told(0, 5), asked(1, 10), told(1, 15)], { privacy });
  const clients = rows.map(({ clientAddress }) => clientAddress);
  t.is(new Set(clients).size, 2);
  t.false(clients.includes('192.0.2.1'));
  t.true(rows.every(({ marks: bits }) => bits === marks.clientPseudonym));
});

test('a query over IPv6 that is sent again right behind its response is one more transaction, unless taps see all twice', (t) => {
  const [{ client, server, query, response }] = exchanges(1, true) as [ReturnType<typeof exchanges>[0]];
  const sent = (kind: 'asked' | 'told', time: number) => ({
    bytes: frame(
      kind === 'asked' ? ip(client, 17, udp(client, query)) : ip(server, 17, udp(server, response)),
    ),
    time: startTime + time,
  });
  const again = runPipeline([sent('asked', 0), sent('told', 200), sent('asked', 600), sent('told', 900)]);
  t.deepEqual(
    again.rows.map(({ outcome, latency }) => [outcome, latency]),
    [
      ['answered', 200],
      ['answered', 300],
    ],
  );
  const copied = runPipeline([
    ...[sent('asked', 0), sent('asked', 10), sent('told', 200), sent('told', 210)],
    // The copy of the query comes behind the response.
    ...[sent('asked', 2_000), sent('told', 2_200), sent('asked', 2_300), sent('told', 2_310)],
  ]);
  t.is(copied.rows.length, 2);
  for (const { counters } of [again, copied]) t.is(unaccounted(counters), 0);
});
