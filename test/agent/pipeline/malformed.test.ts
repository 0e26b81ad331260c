import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { verifyCapture } from '../../../agent/pipeline/verify.ts';
import { marks } from '../../../shared/batch/row-layout.ts';
import { pcapFile } from '../../support/packets/capture-file.ts';
import { type Ends, frame, ip, udp } from '../../support/packets/network.ts';
import { runPipeline, unaccounted } from '../../support/packets/run-pipeline.ts';
import { exchanges, reverse, startTime } from '../../support/packets/transactions.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const [first] = exchanges(1) as [ReturnType<typeof exchanges>[0]];
const { client, server, query } = first;
const send = (ends: Ends, message: Uint8Array, time: number) => ({
  bytes: frame(ip(ends, 17, udp(ends, message), { identification: time + 1 })),
  time: startTime + time,
});

/** A response with two addresses, of which the second is cut within its data. */
function halfResponse(): Buffer {
  const record = (last: number): Buffer =>
    Buffer.concat([Buffer.from('c00c000100010000003c0004', 'hex'), Buffer.of(192, 0, 2, last)]);
  const response = Buffer.concat([query, record(1), record(2).subarray(0, -2)]);
  response.writeUInt16BE(0x8180, 2);
  response.writeUInt16BE(2, 6);
  return response;
}

test('a response with one bad record keeps its question and the records before it, and its query is answered', async (t) => {
  const packets = [send(client, query, 0), send(server, halfResponse(), 400)];
  const { rows, counters } = runPipeline(packets);
  t.is(rows.length, 1);
  t.like(rows[0], { outcome: 'answered', latency: 400, queryName: 'host-0.example.com', answerCount: 2 });
  t.deepEqual(
    rows[0]!.records.map(({ data }) => data),
    ['192.0.2.1'],
  );
  t.is(rows[0]!.marks, marks.responseMalformed | marks.recordsCut);
  t.like(counters, { messages_seen: 2, messages_stored: 1, rows_stored: 1 });
  t.deepEqual(counters.messages_malformed, { record_cut: 1 });
  t.is(unaccounted(counters), 0);
  const path = join(await temporaryDirectory(t), 'half.pcap');
  await writeFile(path, pcapFile(packets));
  t.like(await verifyCapture(path), {
    queries: 1,
    responses: 0,
    pairs: 0,
    unansweredQueries: 0,
    malformed: 1,
  });
});

test('a response whose question can not be read answers the query of its flow and id', (t) => {
  const broken = Buffer.from(halfResponse().subarray(0, 20));
  broken[12] = 0x80;
  const { rows, counters } = runPipeline([send(client, query, 0), send(server, broken, 400)]);
  t.like(rows[0], { outcome: 'answered', queryName: 'host-0.example.com', records: [] });
  t.deepEqual(counters.messages_malformed, { name_label: 1 });
  t.is(unaccounted(counters), 0);
});

test('a malformed query is a row with what can be read of its name, and its response is not without a query', (t) => {
  // The name ends within its second label.
  const cut = query.subarray(0, 12 + 1 + 'host-0'.length + 3);
  const refusal = Buffer.alloc(12);
  query.copy(refusal, 0, 0, 2);
  refusal.writeUInt16BE(0x8001, 2);
  const { rows, counters } = runPipeline([
    send(client, cut, 0),
    send(server, refusal, 300),
    send({ ...client, sourcePort: 9 }, cut, 500),
    send({ ...client, sourcePort: 10 }, Buffer.of(1, 2, 3), 600),
  ]);
  t.deepEqual(
    rows.map((row) => [row.outcome, row.queryName, row.clientPort, row.responseCode, row.marks]),
    [
      ['answered', 'host-0', client.sourcePort, 1, marks.queryMalformed],
      ['unanswered', 'host-0', 9, 65_535, marks.queryMalformed],
      ['unanswered', '.', 10, 65_535, marks.queryMalformed],
    ],
  );
  t.deepEqual(counters.messages_malformed, { short_header: 1, name_cut: 2 });
  t.like(counters, { messages_stored: 1, messages_pending: 0, rows_stored: 3 });
  t.is(unaccounted(counters), 0);
});

test('malformed messages that belong to nothing are rows up to a bound, and names that cost are not followed', (t) => {
  const flood = Array.from({ length: 5_000 }, (_, index) =>
    send(reverse({ ...client, sourcePort: 10_000 + index }), halfResponse(), index),
  );
  const { rows, counters } = runPipeline(flood);
  t.is(rows.length, 200);
  t.true(rows.every(({ outcome, marks: bits }) => outcome === 'orphan' && bits > marks.responseMalformed));
  t.deepEqual(counters.messages_malformed, { record_cut: 5_000 });
  t.is(unaccounted(counters), 0);
});
