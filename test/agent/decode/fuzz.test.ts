import test from 'ava';
import dnsPacket, { type Answer } from 'dns-packet';
import { Pipeline } from '../../../agent/pipeline/pipeline.ts';
import { defaultPipelineOptions } from '../../../agent/pipeline/pipeline-options.ts';
import { decodeRows } from '../../../shared/batch/row-reader.ts';
import { storedName } from '../../../shared/dns/names.ts';
import { recordTypeNumber } from '../../../shared/dns/record-types.ts';
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
        t.is(decodeRows(bytes).length, count);
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
    const expected = dnsPacket.decode(bytes);
    const isResponse = expected.type === 'response';
    const { rows } = runPipeline([{ bytes: frame(ip(ends, 17, udp(ends, bytes))), time: 1 }], {
      maxTransactions: 4,
      maxBufferBytes: 1_024,
      maxStreams: 1,
    });
    const row = rows[0]!;
    t.is(rows.length, 1);
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

/** The presentation form of what dns-packet decoded. */
function presentation(record: Answer): string {
  const name = (text: string): string => storedName(text)!;
  switch (record.type) {
    case 'A':
    case 'AAAA':
      return record.data;
    case 'CNAME':
    case 'NS':
    case 'PTR':
      return name(record.data);
    case 'MX':
      return `${record.data.preference} ${name(record.data.exchange)}`;
    case 'SOA': {
      const { mname, rname, serial, refresh, retry, expire, minimum } = record.data;
      return `${name(mname)} ${name(rname)} ${serial} ${refresh} ${retry} ${expire} ${minimum}`;
    }
    case 'SRV':
      return `${record.data.priority} ${record.data.weight} ${record.data.port} ${name(record.data.target)}`;
    case 'CAA':
      return `${record.data.flags} ${record.data.tag} "${record.data.value}"`;
    case 'DS': {
      const { keyTag, algorithm, digestType, digest } = record.data;
      return `${keyTag} ${algorithm} ${digestType} ${digest.toString('hex')}`;
    }
    case 'TXT':
      return [record.data]
        .flat()
        .map((part) => quoted(Buffer.from(part)))
        .join(' ');
    default:
      throw new RangeError(`no form for ${record.type}`);
  }
}

function quoted(bytes: Buffer): string {
  const characters = [...bytes].map((octet) => {
    if (octet === 0x22 || octet === 0x5c) return `\\${String.fromCharCode(octet)}`;
    if (octet >= 0x20 && octet < 0x7f) return String.fromCharCode(octet);
    return `\\${String(octet).padStart(3, '0')}`;
  });
  return `"${characters.join('')}"`;
}
