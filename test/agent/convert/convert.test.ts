import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { decode } from 'cbor2';
import dnsPacket from 'dns-packet';
import { mixedTraffic } from '../../../agent/bench/mixed-traffic.ts';
import { openFile } from '../../../agent/capture/capture-file.ts';
import { convertCapture } from '../../../agent/convert/convert-capture.ts';
import { Pipeline } from '../../../agent/pipeline/pipeline.ts';
import { defaultPipelineOptions } from '../../../agent/pipeline/pipeline-options.ts';
import { type CaptureCounts, verifyCapture } from '../../../agent/pipeline/verify.ts';
import type { Row } from '../../../shared/batch/row.ts';
import { factKinds } from '../../../shared/batch/row-facts.ts';
import { marks } from '../../../shared/batch/row-layout.ts';
import { decodeRows } from '../../../shared/batch/row-reader.ts';
import { pcapFile } from '../../support/packets/capture-file.ts';
import { generatedCapture } from '../../support/packets/generated-capture.ts';
import { type Ends, frame, ip, tcp, tcpFlags, udp, uint16 } from '../../support/packets/network.ts';
import { startTime } from '../../support/packets/transactions.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/** What C-DNS does not carry: how a message came, of which copies it was, and the tags of its packet. */
const notCarried =
  marks.encapsulated | marks.reassembled | marks.queryRetransmitted | marks.responseDuplicated;
const carriedFacts: ReadonlySet<number> = new Set([
  factKinds.queryCapitals,
  factKinds.responseCapitals,
  factKinds.subnetScope,
  factKinds.serverId,
  factKinds.errorText,
  factKinds.queryRecord,
  factKinds.malformedQuery,
  factKinds.malformedResponse,
  factKinds.queryOctets,
  factKinds.responseOctets,
]);

interface Converted {
  readonly before: CaptureCounts;
  readonly after: CaptureCounts;
  readonly rowsBefore: Row[];
  readonly rowsAfter: Row[];
  readonly file: Buffer;
}

async function converted(t: ExecutionContext, capture: Uint8Array): Promise<Converted> {
  const directory = await temporaryDirectory(t);
  const [from, to] = [join(directory, 'capture'), join(directory, 'capture.cdns')];
  await writeFile(from, capture);
  await convertCapture(from, to, [53, 5_353]);
  return {
    before: await verifyCapture(from),
    after: await verifyCapture(to),
    rowsBefore: await rowsOf(from),
    rowsAfter: await rowsOf(to),
    file: await readFile(to),
  };
}

async function rowsOf(path: string): Promise<Row[]> {
  const rows: Row[] = [];
  const sink = { rows: (bytes: Uint8Array) => void rows.push(...decodeRows(bytes)) };
  const pipeline = new Pipeline({ ...defaultPipelineOptions, ports: [53, 5_353] }, sink);
  await openFile(path).run(pipeline);
  pipeline.end();
  return rows.map(carried).sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

function carried(row: Row): Row {
  return {
    ...row,
    tcpRoundTrip: 0,
    vlan: 0,
    marks: row.marks & ~notCarried,
    facts: row.facts.filter(({ kind }) => carriedFacts.has(kind)),
  };
}

function keyOf(row: Row): string {
  return JSON.stringify([
    row.observedAt,
    row.clientAddress,
    row.clientPort,
    row.messageId,
    row.outcome,
    row.latency,
  ]);
}

const totals = ({
  pairs,
  unansweredQueries,
  orphanResponses,
  malformed,
  malformedByReason,
  ...counts
}: CaptureCounts) => ({
  pairs,
  unansweredQueries,
  orphanResponses,
  malformed,
  malformedByReason,
  byTransport: counts.byTransport,
  byType: counts.byType,
  byResponseCode: counts.byResponseCode,
});

test('mixed traffic becomes C-DNS and the same rows again', async (t) => {
  const { before, after, rowsBefore, rowsAfter } = await converted(t, mixedTraffic(6_000).file);
  t.true(before.pairs > 2_000);
  t.deepEqual(totals(after), totals(before));
  t.is(rowsAfter.length, rowsBefore.length);
  const others = rowsAfter.filter((row, index) => JSON.stringify(row) !== JSON.stringify(rowsBefore[index]));
  t.deepEqual(others.slice(0, 3), []);
});

test('generated captures over UDP, fragments and TCP become the same rows again', async (t) => {
  for (let seed = 1; seed <= 12; seed++) {
    const { before, after, rowsBefore, rowsAfter } = await converted(t, generatedCapture(seed).file);
    t.deepEqual(totals(after), totals(before), `seed ${seed}`);
    t.deepEqual(rowsAfter, rowsBefore, `seed ${seed}`);
  }
});

const client: Ends = {
  source: '192.0.2.7',
  destination: '198.51.100.53',
  sourcePort: 51_000,
  destinationPort: 53,
};
const server: Ends = {
  source: '198.51.100.53',
  destination: '192.0.2.7',
  sourcePort: 53,
  destinationPort: 51_000,
};
const from = (ends: Ends, message: Uint8Array, time: number) => ({
  bytes: frame(ip(ends, 17, udp(ends, message))),
  time: startTime + time,
});
const message = (id: number, more: Partial<dnsPacket.Packet> = {}): Buffer =>
  dnsPacket.encode({
    type: 'query',
    id,
    flags: 0x0100,
    questions: [{ name: 'www.Example.com', type: 'A' }],
    ...more,
  });
const optionsOf = (list: dnsPacket.PacketOpt[]): dnsPacket.OptAnswer =>
  ({ type: 'OPT', name: '.', udpPayloadSize: 1_232, flags: dnsPacket.DNSSEC_OK, options: list }) as never;

test('options, updates, forged answers, malformed messages and what is alone keep what they say', async (t) => {
  const subnet = optionsOf([
    { code: 'CLIENT_SUBNET', ip: '203.0.113.0', sourcePrefixLength: 24 } as never,
    { code: 10, data: Buffer.alloc(8, 5) } as never,
  ]);
  const told = optionsOf([{ code: 3, data: Buffer.from('ns1') } as never]);
  const response = { type: 'response', flags: 0x8180 } as const;
  const answer = (data: string) =>
    ({ answers: [{ type: 'A', name: 'www.example.com', ttl: 60, data }] }) as never;
  const mail = {
    answers: [
      {
        type: 'MX',
        name: 'www.Example.com',
        ttl: 60,
        data: { preference: 10, exchange: 'mail.www.example.com' },
      },
      { type: 'CNAME', name: 'www.Example.com', ttl: 60, data: 'other.example.com' },
    ],
    authorities: [
      {
        type: 'SOA',
        name: 'example.com',
        ttl: 60,
        data: {
          mname: 'ns.example.com',
          rname: 'root.example.com',
          serial: 1,
          refresh: 2,
          retry: 3,
          expire: 4,
          minimum: 5,
        },
      },
    ],
  } as never;
  const { before, after, rowsBefore, rowsAfter, file } = await converted(
    t,
    pcapFile([
      from(client, message(1, { additionals: [subnet] }), 0),
      from(
        server,
        message(1, { ...response, ...(answer('203.0.113.9') as object), additionals: [told] }),
        900,
      ),
      from(client, message(2), 2_000),
      from(server, message(2, { ...response, ...(answer('203.0.113.66') as object) }), 2_100),
      from(server, message(2, { ...response, ...(answer('203.0.113.10') as object) }), 27_000),
      from(client, message(3), 30_000),
      from(server, message(4, { ...response, ...(mail as object) }), 31_000),
      from(
        client,
        message(5, {
          flags: 5 << 11,
          questions: [{ name: 'example.com', type: 'SOA' }],
          authorities: [{ type: 'A', name: 'new.example.com', ttl: 60, data: '203.0.113.1' }],
        }),
        32_000,
      ),
      from(client, message(6).subarray(0, 20), 33_000),
      from(client, message(7), 34_000),
      from(
        server,
        Buffer.concat([message(7, response).subarray(0, 7), Buffer.of(9), message(7).subarray(8)]),
        35_000,
      ),
      from(
        client,
        Buffer.concat([
          message(8).subarray(0, 5),
          Buffer.of(2),
          message(8).subarray(6),
          message(8).subarray(12),
        ]),
        36_000,
      ),
      from(
        { ...client, destination: '224.0.0.251', sourcePort: 5_353, destinationPort: 5_353 },
        message(0),
        37_000,
      ),
      from(client, message(9, { questions: [] }), 38_000),
      {
        bytes: frame(
          ip(
            client,
            6,
            tcp(client, 1, 1, tcpFlags.push, Buffer.concat([uint16(message(10).length), message(10)])),
          ),
        ),
        time: startTime + 6_100_000,
      },
    ]),
  );
  t.deepEqual(totals(after), totals(before));
  t.deepEqual(rowsAfter, rowsBefore);
  t.true(rowsBefore.some((row) => (row.marks & marks.responseDiffers) !== 0));
  t.true(rowsBefore.some((row) => (row.marks & marks.responseMalformed) !== 0));
  t.true(rowsBefore.some((row) => row.clientSubnet === '203.0.113.0/24'));

  // Another reader of CBOR finds the file of RFC 8618 in it.
  const [type, preamble, blocks] = decode(new Uint8Array(file)) as [
    string,
    Map<number, unknown>,
    Map<number, unknown>[],
  ];
  t.is(type, 'C-DNS');
  t.is(preamble.get(0), 1);
  const [parameters] = preamble.get(3) as Map<number, Map<number, unknown>>[];
  t.is(parameters!.get(0)!.get(0), 1_000_000);
  t.deepEqual(
    parameters!.get(0)!.get(2),
    new Map([
      [0, 0x3ffff & ~0x420],
      [1, 0x1fff7],
      [2, 3],
      [3, 1],
    ]),
  );
  t.is(blocks.length, 1);
  const block = blocks[0]!;
  t.deepEqual(
    block.get(1),
    new Map([
      [0, 15],
      [1, 11],
      [2, 7],
      [3, 2],
      [5, 2],
    ]),
  );
  const tables = block.get(2) as Map<number, unknown[]>;
  const items = block.get(3) as Map<number, number>[];
  const first = items.find((item) => item.get(3) === 1)!;
  const signature = tables.get(3)![first.get(4)!] as Map<number, number>;
  t.is(
    Buffer.from(tables.get(2)![first.get(7)!] as Uint8Array).toString('latin1'),
    '\x03www\x07Example\x03com\0',
  );
  t.is(Buffer.from(tables.get(0)![first.get(1)!] as Uint8Array).join('.'), '192.0.2.7');
  t.is(first.get(6), 900);
  t.is(signature.get(4)! & 0b1111, 0b1111);
  t.is(signature.get(14), 1_232);
});

test('a file is written once, and not at all from what is no capture', async (t) => {
  const directory = await temporaryDirectory(t);
  const [from, to] = [join(directory, 'capture'), join(directory, 'out')];
  await writeFile(from, mixedTraffic(50).file);
  await writeFile(to, 'precious');
  await t.throwsAsync(convertCapture(from, to, [53]), { code: 'EEXIST' });
  t.is(await readFile(to, 'utf8'), 'precious');
  await writeFile(from, 'nothing of the kind');
  await t.throwsAsync(convertCapture(from, join(directory, 'other'), [53]), { code: 'bad_file' });
  await t.throwsAsync(readFile(join(directory, 'other')), { code: 'ENOENT' });
});
