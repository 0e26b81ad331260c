import test from 'ava';
import dnsPacket from 'dns-packet';
import { Pipeline } from '../../../agent/pipeline/pipeline.ts';
import { defaultPipelineOptions } from '../../../agent/pipeline/pipeline-options.ts';
import type { Row } from '../../../shared/batch/row.ts';
import { marks } from '../../../shared/batch/row-layout.ts';
import { decodeRows } from '../../../shared/batch/row-reader.ts';
import { encodeRow } from '../../../shared/batch/row-writer.ts';
import { storedName } from '../../../shared/dns/names.ts';
import { recordTypeNumber } from '../../../shared/dns/record-types.ts';
import { carriers } from '../../support/packets/carriers.ts';
import { presentation } from '../../support/packets/dns-packet-presentation.ts';
import {
  type Ends,
  ethernet,
  fragments,
  frame,
  ip,
  tcp,
  udp,
  uint16,
  vlanTag,
} from '../../support/packets/network.ts';
import { encodeRandomMessage, randomNumbers } from '../../support/packets/random-message.ts';
import { runPipeline, unaccounted } from '../../support/packets/run-pipeline.ts';

/** Mutated packets; the environment can ask for more, for a long run. */
const rounds = Number(process.env.SONDE_FUZZ_PACKETS ?? 300_000);
const seed = Number(process.env.SONDE_FUZZ_SEED ?? 20_261);

const ends: Ends = { source: '192.0.2.1', destination: '192.0.2.53', sourcePort: 4_242, destinationPort: 53 };

function seedPackets(random: (below: number) => number): Buffer[] {
  return Array.from({ length: 200 }, (_, index) => {
    const message = encodeRandomMessage(random);
    const datagram = udp(ends, message);
    const packet = ip(ends, 17, datagram);
    const stream = ip(
      ends,
      6,
      tcp(ends, index * 100, 0, 24, Buffer.concat([uint16(message.length), message])),
    );
    const kinds = [
      frame(packet),
      frame(packet),
      ethernet(0x8100, vlanTag(1, 0x0800, packet)),
      frame(stream),
      frame(fragments(ends, 17, datagram, 32, index)[index % 2] ?? packet),
      frame(ip(ends, 41, ip({ ...ends, source: '::1', destination: '::2' }, 17, datagram))),
    ];
    return kinds[index % kinds.length]!;
  });
}

test('mutated packets never throw, never read past their end, and all are accounted for', (t) => {
  const random = randomNumbers(seed);
  const packets = seedPackets(random);
  let rows = 0;
  const pipeline = new Pipeline(
    {
      ...defaultPipelineOptions,
      maxTransactions: 512,
      maxStreams: 64,
      maxDatagrams: 16,
      maxBufferBytes: 65_536,
    },
    {
      rows(bytes, count) {
        // The reader checks every length, enumeration and character.
        const decoded = decodeRows(bytes);
        t.is(decoded.length, count);
        t.true(Buffer.concat(decoded.map(encodeRow)).equals(bytes));
        rows += count;
      },
    },
  );
  // Bytes around the packet that would show in a row, if they were read: no name holds this label's length.
  const guarded = Buffer.alloc(4_096);
  for (let round = 0; round < rounds; round++) {
    const original = packets[round % packets.length]!;
    const start = 1_024;
    guarded.fill(0xff);
    original.copy(guarded, start);
    let end = start + original.length;
    for (let count = random(6); count > 0; count--) {
      guarded[start + 14 + random(original.length - 14)] = random(3) === 0 ? 0xc0 : random(256);
    }
    if (random(8) === 0) end -= random(original.length);
    pipeline.packet(
      round % 100 === 0 ? guard(guarded, start, end, t) : guarded,
      start,
      end,
      original.length,
      round * 500,
      1,
    );
    if (round % 4_096 === 0) t.is(unaccounted(pipeline.counters()), 0);
  }
  pipeline.end();
  const counters = pipeline.counters();
  t.is(unaccounted(counters), 0);
  t.is(counters.messages_pending, 0);
  t.is(counters.packets_captured, rounds);
  t.true(rows > rounds / 20);
  t.true(Object.keys(counters.messages_malformed).length >= 5);
});

test('mutated headers of every link type and tunnel never throw, never read past their end, and all are accounted for', (t) => {
  const random = randomNumbers(seed + 3);
  const options = { ...defaultPipelineOptions, maxTransactions: 64, maxStreams: 4, maxDatagrams: 16 };
  const pipeline = new Pipeline({ ...options, maxBufferBytes: 65_536 }, { rows: () => {} });
  const server = { ...ends, source: ends.destination, destination: ends.source };
  const message = encodeRandomMessage(random);
  let captured = 0;
  for (const { carry, linkType = 1 } of Object.values(carriers)) {
    for (const original of [...carry(ends, message, 0), ...carry(server, message, 0)]) {
      for (let round = 0; round < 200; round++) {
        // In memory of its own length, so that a number read past the end throws.
        const packet = new Uint8Array(
          original.subarray(0, original.length - random(2) * random(original.length)),
        );
        for (let count = random(4); count > 0 && packet.length > 0; count--)
          packet[random(Math.min(packet.length, 80))] = random(3) === 0 ? 0xff : random(256);
        pipeline.packet(packet, 0, packet.length, original.length, captured++, linkType);
      }
    }
  }
  pipeline.end();
  const counters = pipeline.counters();
  t.is(unaccounted(counters), 0);
  t.is(counters.packets_captured, captured);
  t.true(counters.messages_stored > captured / 20);
});

/** Bytes that fail the test when they are read outside of the packet. */
function guard(
  bytes: Uint8Array,
  start: number,
  end: number,
  t: { fail(message: string): void },
): Uint8Array {
  return new Proxy(bytes, {
    get(target, key) {
      const at = typeof key === 'string' ? Number(key) : Number.NaN;
      if (Number.isInteger(at) && (at < start || at >= end))
        t.fail(`read ${at} outside of ${start} to ${end}`);
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

test('what dns-packet decodes, the rows say alike', (t) => {
  const random = randomNumbers(seed + 1);
  for (let round = 0; round < 3_000; round++) {
    const bytes = encodeRandomMessage(random);
    const expected = decoded(bytes);
    const { rows } = runPipeline([{ bytes: frame(ip(ends, 17, udp(ends, bytes))), time: 1 }], {
      maxTransactions: 4,
      maxBufferBytes: 1_024,
      maxStreams: 1,
    });
    // It refuses names that are longer than names may be.
    t.is(rows.length, expected === undefined ? 0 : 1);
    const row = rows[0];
    if (expected === undefined || row === undefined || isMalformed(row)) continue;
    const isResponse = expected.type === 'response';
    t.is(row.outcome, isResponse ? 'orphan' : 'unanswered');
    t.is(row.messageId, expected.id!);
    t.is(isResponse ? row.responseFlags : row.queryFlags, bytes.readUInt16BE(2));
    t.is(row.queryName, storedName(expected.questions![0]!.name)!);
    t.is(row.queryType, recordTypeNumber(expected.questions![0]!.type)!);
    if (!isResponse) continue;
    const sections = [expected.answers, expected.authorities, expected.additionals];
    const records = sections.flatMap((list) => list ?? []).filter(({ type }) => type !== 'OPT');
    t.deepEqual(
      row.records.map(({ name, type, data }) => ({ name, type, data })),
      records.map((record) => ({
        name: storedName(record.name)!,
        type: recordTypeNumber(record.type)!,
        data: presentation(record),
      })),
    );
  }
});

test('where both can decode a changed message, they say the same', (t) => {
  const random = randomNumbers(seed + 2);
  let compared = 0;
  for (let round = 0; round < 4_000; round++) {
    const bytes = Buffer.from(encodeRandomMessage(random));
    for (let count = 1 + random(3); count > 0; count--)
      bytes[random(bytes.length)] = random(3) === 0 ? 0xc0 : random(256);
    const expected = decoded(bytes);
    const { rows } = runPipeline([{ bytes: frame(ip(ends, 17, udp(ends, bytes))), time: 1 }], {
      maxTransactions: 4,
      maxBufferBytes: 1_024,
      maxStreams: 1,
    });
    const row = rows[0];
    if (expected === undefined || row === undefined || isMalformed(row)) continue;
    compared++;
    t.is(row.messageId, expected.id!);
    t.is(expected.type === 'response' ? row.responseFlags : row.queryFlags, bytes.readUInt16BE(2));
    const question = expected.questions?.[0];
    if (question !== undefined && isPlain(question.name))
      t.is(undotted(row.queryName), storedName(question.name)!);
    if (expected.type !== 'response') continue;
    const sections = [expected.answers, expected.authorities, expected.additionals];
    const addresses = sections
      .flatMap((list) => list ?? [])
      .filter((record) => (record.type === 'A' || record.type === 'AAAA') && record.class === 'IN');
    for (const record of addresses) {
      if (!isPlain(record.name)) continue;
      const own = { name: storedName(record.name)!, data: presentation(record) };
      t.true(row.records.some(({ name, data }) => undotted(name) === own.name && data === own.data));
    }
  }
  t.true(compared > 1_000);
});

/** Whether the row is of a message of which a part could be read. */
function isMalformed(row: Row): boolean {
  return (row.marks & (marks.queryMalformed | marks.responseMalformed)) !== 0;
}

function decoded(bytes: Buffer): dnsPacket.DecodedPacket | undefined {
  try {
    return dnsPacket.decode(bytes);
  } catch {
    return undefined;
  }
}

/** A name with the dots within its labels shown as dns-packet shows them. */
function undotted(name: string): string {
  return name.replaceAll('\\.', '.');
}

/** Whether dns-packet's text of a name tells its octets, which it does not where they are no UTF-8. */
function isPlain(name: string): boolean {
  return /^[\w -]+(\.[\w -]+)*$/.test(name);
}
