import test from 'ava';
import fc from 'fast-check';
import { findMessageStart, maxSearchWork } from '../../../../agent/decode/tcp/message-start.ts';
import { marks } from '../../../../shared/batch/row-layout.ts';
import type { FilePacket } from '../../../support/packets/capture-file.ts';
import { tcpFlags, uint16 } from '../../../support/packets/network.ts';
import { runPipeline, unaccounted } from '../../../support/packets/run-pipeline.ts';
import {
  all,
  list,
  names,
  nothing,
  prefixed,
  segment,
  stream,
} from '../../../support/packets/tcp-streams.ts';

const { syn, acknowledgement: ack, push } = tcpFlags;

test('a stream that is joined midway is read on however few octets its segments have', (t) => {
  const from = 9;
  for (const size of [1, 2, 3, 5, 9, 13, 20, 33, 500]) {
    const packets: FilePacket[] = [];
    for (let at = from; at < stream.length; at += size)
      packets.push(segment(at, ack | push, stream.subarray(at, at + size), at));
    const { names: found, counters } = names(packets);
    // The first message can't be had; of its octets it is told.
    t.deepEqual(found, all.slice(1), `segments of ${size}`);
    t.true(counters.messages_malformed.stream_unread! > 0);
    t.is(unaccounted(counters), 0);
  }
});

test('lengths that travel octet by octet are found midway and behind a hole', (t) => {
  const packets: FilePacket[] = [];
  let at = 100;
  for (const [index, { query }] of list.entries()) {
    const pieces = [uint16(query.length).subarray(0, 1), uint16(query.length).subarray(1), query];
    for (const [number, bytes] of pieces.entries()) {
      // The sixth message never comes, but the first octet of its length.
      if (index !== 5 || number === 0) packets.push(segment(at, ack, bytes, packets.length));
      at += bytes.length;
    }
  }
  packets.push(segment(0, ack, nothing, 1_000_000, list[0]!.server));
  const { names: found, counters } = names(packets);
  t.deepEqual(
    found,
    all.filter((_, index) => index !== 5),
  );
  t.is(unaccounted(counters), 0);
});

test('octets of a stream in which no message begins are told of, and none is made up of them', (t) => {
  const property = fc.property(
    fc.uint8Array({ minLength: 40, maxLength: 400 }),
    fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 12 }),
    (octets, sizes) => {
      // Records of TLS, as on a port that carries both.
      octets.set([0x17, 3, 3, 0, 0x60]);
      const packets: FilePacket[] = [];
      for (let at = 0, index = 0; at < octets.length; index++) {
        const size = sizes[index % sizes.length]!;
        packets.push(segment(at + 5, ack, Buffer.from(octets.subarray(at, at + size)), index));
        at += size;
      }
      const { names: found, counters } = names(packets);
      return (
        found.length === 0 &&
        (counters.messages_malformed.stream_unread ?? 0) > 0 &&
        unaccounted(counters) === 0
      );
    },
  );
  fc.assert(property, { numRuns: 300 });
  t.pass();
});

test('octets that all but begin a message every few of them take no more than others', (t) => {
  const made = Buffer.alloc(40_000, 1);
  for (let at = 0; at + 14 < made.length; at += 32) {
    made.writeUInt16BE(0xf00, at);
    made.writeUInt16BE(0, at + 4);
    made.writeUInt16BE(1, at + 6);
    made.fill(0, at + 8, at + 14);
  }
  // Some 1,200 names of 127 labels each: the search ends before it has walked over all of them, and says so.
  t.is(findMessageStart(made, 0, made.length, made.length, { left: maxSearchWork }), undefined);
  const { counters } = names([segment(7, ack, made)]);
  t.deepEqual(counters.messages_malformed, { stream_unread: 1 });
  t.is(unaccounted(counters), 0);
});

test('a response that is sent again with something else in it is a second response', (t) => {
  const { server, query, response } = list[0]!;
  const forged = Buffer.from(response);
  forged[forged.length - 1]! ^= 0x55;
  const told = (message: Buffer, from: number, to: number, time: number) =>
    segment(501 + from, ack | push, prefixed(message).subarray(from, to), time, server);
  const opened = [segment(0, syn, nothing), segment(500, syn | ack, nothing, 1, server)];
  const asked = segment(1, ack | push, prefixed(query), 2);
  const all = Number.POSITIVE_INFINITY;
  const half = 30;
  for (const first of [
    [told(forged, 0, all, 100)],
    [told(forged, 0, half, 100), told(forged, half, all, 101)],
  ]) {
    const other = runPipeline([...opened, asked, ...first, told(response, 0, all, 25_000)]);
    t.deepEqual(
      other.rows.map(({ outcome, marks: bits }) => [outcome, bits]),
      [
        ['answered', marks.responseDiffers],
        ['orphan', marks.responseDiffers],
      ],
    );
    t.is(unaccounted(other.counters), 0);
    // Sent again as it was, be it in other pieces, it says nothing new.
    const same = runPipeline([
      ...[...opened, asked, ...first, told(forged, 0, all, 300), told(forged, 3, half, 301)],
      told(forged, half, all, 302),
    ]);
    t.deepEqual(
      same.rows.map(({ marks: bits }) => bits),
      [0],
    );
    t.is(same.counters.messages_seen, 2);
  }
});
