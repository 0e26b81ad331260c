import test from 'ava';
import fc from 'fast-check';
import type { Row } from '../../../shared/batch/row.ts';
import { marks } from '../../../shared/batch/row-layout.ts';
import type { FilePacket } from '../../support/packets/capture-file.ts';
import { frame, ip, tcp, tcpFlags, udp, uint16 } from '../../support/packets/network.ts';
import { runPipeline, unaccounted } from '../../support/packets/run-pipeline.ts';
import { exchanges, startTime } from '../../support/packets/transactions.ts';

const list = exchanges(30);
const timeout = 5_000_000;

function packet(kind: 'asked' | 'told', index: number, time: number, identification: number): FilePacket {
  const { client, server, query, response } = list[index]!;
  const bytes =
    kind === 'asked'
      ? ip(client, 17, udp(client, query), { identification })
      : ip(server, 17, udp(server, response), { identification });
  return { bytes: frame(bytes), time: startTime + time };
}

/** What is to come of messages that each have their own packet number: one entry of each transaction, by a plain Map. */
function expectedRows(events: readonly { kind: 'asked' | 'told'; index: number; time: number }[]): string[] {
  const rows: string[] = [];
  const waiting = new Map<number, { time: number; again: boolean }>();
  const answered = new Map<number, number>();
  const expire = (now: number): void => {
    for (const [index, { time, again }] of waiting) {
      if (time > now - timeout) continue;
      rows.push(`${index} unanswered ${again}`);
      waiting.delete(index);
    }
  };
  for (const { kind, index, time } of events) {
    expire(time);
    const query = waiting.get(index);
    if (kind === 'asked') {
      if (query !== undefined) query.again = true;
      else {
        waiting.set(index, { time, again: false });
      }
    } else if (query !== undefined) {
      rows.push(`${index} answered ${query.again} ${time - query.time}`);
      waiting.delete(index);
      answered.set(index, time);
    } else {
      const before = answered.get(index);
      if (before !== undefined && time - before <= timeout) continue;
      rows.push(`${index} orphan false`);
      answered.set(index, time);
    }
  }
  expire(Number.POSITIVE_INFINITY);
  return rows.sort();
}

function rowText(row: Row): string {
  const index = row.clientPort - 20_000;
  const again = (row.marks & marks.queryRetransmitted) !== 0;
  return `${index} ${row.outcome} ${again}${row.outcome === 'answered' ? ` ${row.latency}` : ''}`.replace(
    'orphan true',
    'orphan false',
  );
}

test('queries and responses in any order are matched as a plain Map would match them', (t) => {
  const event = fc.record({
    kind: fc.constantFrom<'asked' | 'told'>('asked', 'told'),
    index: fc.nat(9),
    // Whole ticks, so that waiting queries end at the packet that the model ends them at.
    pause: fc.constantFrom(50_000, 100_000, 1_000_000, 6_000_000),
  });
  const property = fc.property(fc.array(event, { maxLength: 80 }), (steps) => {
    let time = 0;
    const events = steps.map(({ kind, index, pause }) => {
      time += pause;
      return { kind, index, time };
    });
    const { rows, counters } = runPipeline(
      events.map(({ kind, index, time: at }, number) => packet(kind, index, at, number + 1)),
      { maxTransactions: 256, maxBufferBytes: 4_096, maxStreams: 1 },
    );
    const actual = rows.map(rowText).sort();
    t.deepEqual(actual, expectedRows(events));
    return unaccounted(counters) === 0;
  });
  fc.assert(property, { numRuns: 120 });
});

test('a full table ends the oldest query early, and says so', (t) => {
  const packets = list.map((_, index) => packet('asked', index, index, index + 1));
  const { rows, counters, diagnostics } = runPipeline(
    [...packets, packet('told', 0, 100, 1), packet('told', 29, 101, 2)],
    { maxTransactions: 10 },
  );
  t.is(diagnostics.transactions_evicted, 20);
  t.deepEqual(
    ['answered', 'unanswered', 'orphan'].map(
      (outcome) => rows.filter((row) => row.outcome === outcome).length,
    ),
    [1, 29, 1],
  );
  t.is(unaccounted(counters), 0);
});

test('the same id and ports from another client or over another question are other transactions', (t) => {
  const { client, query } = list[0]!;
  const other = { ...client, source: '192.0.2.77' };
  const question = Buffer.from(query);
  question[query.length - 3] = 28;
  const { rows } = runPipeline([
    packet('asked', 0, 0, 1),
    { bytes: frame(ip(other, 17, udp(other, query), { identification: 2 })), time: startTime + 1 },
    { bytes: frame(ip(client, 17, udp(client, question), { identification: 3 })), time: startTime + 2 },
    packet('told', 0, 3, 4),
  ]);
  t.deepEqual(rows.map(({ outcome }) => outcome).sort(), ['answered', 'unanswered', 'unanswered']);
});

test('a name in other letters is the same question, as resolvers mix them (0x20)', (t) => {
  const { server, response } = list[0]!;
  const mixed = Buffer.from(response);
  for (let at = 13; at < 17; at++) mixed[at]! ^= 0x20;
  const { rows } = runPipeline([
    packet('asked', 0, 0, 1),
    { bytes: frame(ip(server, 17, udp(server, mixed))), time: startTime + 9 },
  ]);
  t.deepEqual(
    rows.map(({ outcome, latency }) => [outcome, latency]),
    [['answered', 9]],
  );
});

test('an error without a question ends the query of its flow and id', (t) => {
  const { server, response } = list[0]!;
  const bare = Buffer.alloc(12);
  response.copy(bare, 0, 0, 2);
  bare.writeUInt16BE(0x8181, 2);
  const { rows } = runPipeline([
    packet('asked', 0, 0, 1),
    { bytes: frame(ip(server, 17, udp(server, bare))), time: startTime + 9 },
  ]);
  t.like(rows[0], { outcome: 'answered', responseCode: 1, queryName: 'host-0.example.com' });
  t.is(rows.length, 1);
});

test('further messages of a zone transfer go on with it, also on a busy server', (t) => {
  const { client, server } = list[0]!;
  const header = (id: number, flags: number, questions: number): Buffer =>
    Buffer.concat([uint16(id, flags, questions, 0, 0, 0)]);
  const transfer = Buffer.concat([Buffer.of(7), Buffer.from('example'), Buffer.of(0), uint16(252, 1)]);
  const query = Buffer.concat([header(77, 0, 1), transfer]);
  const first = Buffer.concat([header(77, 0x8400, 1), transfer]);
  // RFC 5936 section 2.2: only the first message has to repeat the question.
  const next = header(77, 0x8400, 0);
  const stream = (message: Buffer): Buffer => Buffer.concat([uint16(message.length), message]);
  let sequence = 500;
  const told = (message: Buffer, time: number): FilePacket => {
    const bytes = frame(ip(server, 6, tcp(server, sequence, 0, tcpFlags.acknowledgement, stream(message))));
    sequence += message.length + 2;
    return { bytes, time: startTime + time };
  };
  const others = Array.from({ length: 6_000 }, (_, index) => {
    const ends = { ...server, destinationPort: 1_024 + index };
    return { bytes: frame(ip(ends, 17, udp(ends, list[1]!.response))), time: startTime + 20 + index };
  });
  const asked = frame(ip(client, 6, tcp(client, 1, 0, tcpFlags.acknowledgement, stream(query))));
  const { rows, counters, diagnostics } = runPipeline([
    { bytes: asked, time: startTime },
    told(first, 10),
    ...others.slice(0, 3_000),
    told(next, 4_000_000),
    ...others.slice(3_000),
    told(next, 8_000_000),
    told(next, 12_000_000),
  ]);
  const own = rows.filter(({ queryType }) => queryType === 252);
  t.like(own, [{ outcome: 'answered', transport: 'tcp', queryName: 'example', latency: 10 }]);
  t.is(own[0]!.marks & marks.responseDuplicated, 0);
  t.is(rows.length, 6_001);
  t.is(counters.messages_repeated, 3);
  t.is(diagnostics.packets_duplicated, 0);
  t.is(unaccounted(counters), 0);
});

test('a second response that says something else is kept beside the first, and one that says the same is not', (t) => {
  const { client, server } = list[0]!;
  const name = Buffer.from('\x03www\x07example\x00', 'latin1');
  const question = Buffer.concat([name, uint16(1, 1)]);
  const answer = (flags: number, ...addresses: number[]): Buffer =>
    Buffer.concat([
      uint16(77, flags, 1, addresses.length, 0, 0),
      question,
      ...addresses.map((last, index) =>
        Buffer.concat([uint16(0xc00c, 1, 1, 0, 300 - index, 4), Buffer.of(192, 0, 2, last)]),
      ),
    ]);
  let identification = 1;
  const at = (time: number, message: Buffer, ends = server): FilePacket => ({
    bytes: frame(ip(ends, 17, udp(ends, message), { identification: identification++ })),
    time: startTime + time,
  });
  const query = Buffer.concat([uint16(77, 0x0100, 1, 0, 0, 0), question]);
  const forged = answer(0x8180, 66);
  const honest = answer(0x8180, 1, 2);
  const { rows, counters, diagnostics } = runPipeline([
    at(0, query, client),
    at(5_000, forged),
    at(25_000, honest),
    // Each once more; and the honest one as a cache rotates it.
    at(26_000, forged),
    at(27_000, answer(0x8180, 2, 1)),
    at(28_000, honest),
    at(30_000, answer(0x8183)),
  ]);
  t.deepEqual(
    rows.map(({ outcome, responseCode, records }) => [
      outcome,
      responseCode,
      ...records.map(({ data }) => data),
    ]),
    [
      ['answered', 0, '192.0.2.66'],
      ['orphan', 0, '192.0.2.1', '192.0.2.2'],
      ['orphan', 3],
    ],
  );
  t.deepEqual(
    rows.map((row) => row.marks & (marks.responseDiffers | marks.responseDuplicated)),
    [
      marks.responseDiffers | marks.responseDuplicated,
      marks.responseDiffers | marks.responseDuplicated,
      marks.responseDiffers,
    ],
  );
  t.is(counters.messages_repeated, 3);
  t.is(diagnostics.responses_differing, 2);
  t.is(unaccounted(counters), 0);
});

test('a clock that is put back delays no end, and what comes after is matched as before', (t) => {
  const hour = 3_600_000_000;
  const { rows, counters, diagnostics } = runPipeline([
    packet('asked', 0, hour, 1),
    packet('asked', 1, 0, 2),
    packet('told', 1, 250, 3),
    packet('asked', 2, 1_000, 4),
    packet('asked', 3, 10_000_000, 5),
    packet('told', 3, 10_000_100, 6),
  ]);
  const outcome = (index: number) => rows.find(({ clientPort }) => clientPort === 20_000 + index)?.outcome;
  t.deepEqual([0, 1, 2, 3].map(outcome), ['unanswered', 'answered', 'unanswered', 'answered']);
  // Neither waited for the end of the file, nor for the clock to come round again.
  t.deepEqual(
    rows.map(({ clientPort }) => clientPort),
    [20_000, 20_001, 20_002, 20_003],
  );
  t.is(diagnostics.transactions_evicted, 0);
  t.is(unaccounted(counters), 0);
});
