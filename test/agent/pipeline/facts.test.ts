import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { presentRow } from '@sonde/shared/batch/present-row.ts';
import { marks } from '@sonde/shared/batch/row-layout.ts';
import { decodeRows } from '@sonde/shared/batch/row-reader.ts';
import { encodeRow } from '@sonde/shared/batch/row-writer.ts';
import { storedQuerySchema } from '@sonde/shared/schemas/stored-query.ts';
import test from 'ava';
import { readTransactions } from '../../../agent/pipeline/read-transactions.ts';
import { noPrivacy } from '../../../sensor/rows/transaction-options.ts';
import { pcapngFile } from '../../support/packets/capture-file.ts';
import {
  type Ends,
  ethernet,
  frame,
  ip,
  udp,
  uint16,
  uint32,
  vlanTag,
} from '../../support/packets/network.ts';
import { runPipeline } from '../../support/packets/run-pipeline.ts';
import { startTime } from '../../support/packets/transactions.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const client: Ends = {
  source: '192.0.2.7',
  destination: '198.51.100.53',
  sourcePort: 40_000,
  destinationPort: 53,
};
const server: Ends = {
  source: client.destination,
  destination: client.source,
  sourcePort: 53,
  destinationPort: 40_000,
};

function wire(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '');
  return Buffer.concat([
    ...labels.flatMap((label) => [Buffer.of(label.length), Buffer.from(label)]),
    Buffer.of(0),
  ]);
}

function record(owner: Buffer, type: number, recordClass: number, ttl: number, data: Buffer): Buffer {
  return Buffer.concat([owner, uint16(type, recordClass), uint32(ttl), uint16(data.length), data]);
}

function opt(udpSize: number, ...options: [number, Buffer][]): Buffer {
  const data = options.map(([code, value]) => Buffer.concat([uint16(code, value.length), value]));
  return record(Buffer.of(0), 41, udpSize, 0, Buffer.concat(data));
}

interface Parts {
  readonly name?: string;
  readonly type?: number;
  readonly flags?: number;
  readonly sections?: readonly (readonly Buffer[])[];
}

function message({ name = 'www.example.com', type = 1, flags = 0x0100, sections = [] }: Parts): Buffer {
  const [answers = [], authorities = [], additionals = []] = sections;
  const head = uint16(4_711, flags, 1, answers.length, authorities.length, additionals.length);
  return Buffer.concat([head, wire(name), uint16(type, 1), ...answers, ...authorities, ...additionals]);
}

const send = (ends: Ends, bytes: Uint8Array, time: number, wrap = frame) => ({
  bytes: wrap(ip(ends, 17, udp(ends, bytes), { identification: time + 1 })),
  time: startTime + time,
});

/** The only row of an exchange as the API presents it; its bytes are those that the row has in every way of writing it. */
function shown(query: Buffer | undefined, response: Buffer | undefined, options = {}) {
  const packets = [
    ...(query === undefined ? [] : [send(client, query, 0)]),
    ...(response === undefined ? [] : [send(server, response, 250)]),
  ];
  const { rows } = runPipeline(packets, options);
  if (rows.length !== 1) throw new Error(`${rows.length} rows`);
  const row = rows[0]!;
  const presented = presentRow(decodeRows(encodeRow(row))[0]!);
  storedQuerySchema.omit({ location_id: true, agent_id: true }).parse(presented);
  return { row, presented };
}

test('the options of both messages are told: sizes, scope, identifier, texts of errors', (t) => {
  const subnet = (scope: number) => Buffer.concat([uint16(1), Buffer.of(24, scope, 203, 0, 113)]);
  const query = message({ sections: [[], [], [opt(1_232, [8, subnet(0)], [3, Buffer.alloc(0)])]] });
  const errors: [number, Buffer][] = [
    [15, Buffer.concat([uint16(3), Buffer.from('schön "alt"')])],
    [15, uint16(18)],
  ];
  const response = message({
    flags: 0x8180,
    sections: [[], [], [opt(512, [8, subnet(16)], [3, Buffer.from('ns1\0.fra')], ...errors)]],
  });
  const { presented } = shown(query, response);
  t.like(presented.edns, {
    udp_size: 1_232,
    response_udp_size: 512,
    client_subnet: '203.0.113.0/24',
    client_subnet_scope: 16,
    server_id_asked: true,
    server_id: 'ns1\\000.fra',
    extended_errors: [3, 18],
    extended_error_texts: ['schön "alt"', null],
  });
});

test('a plain exchange has no facts', (t) => {
  const { row, presented } = shown(message({}), message({ flags: 0x8180 }));
  t.deepEqual(row.facts, []);
  t.like(presented, {
    query_name_case: null,
    response_name_case: null,
    vlan: null,
    inner_vlan: null,
    vni: null,
    interface: null,
    malformed_query: null,
    malformed_response: null,
    query_records: [],
  });
});

test('capitals of the query are told, and those of a response that has others', (t) => {
  const asked = message({ name: 'wWw.eXamp1e-X.CoM' });
  t.like(shown(asked, message({ name: 'wWw.eXamp1e-X.CoM', flags: 0x8180 })).presented, {
    query_name: 'www.examp1e-x.com',
    query_name_case: 'wWw.eXamp1e-X.CoM',
    response_name_case: null,
  });
  t.like(shown(asked, message({ name: 'www.examp1e-x.com', flags: 0x8180 })).presented, {
    query_name_case: 'wWw.eXamp1e-X.CoM',
    response_name_case: 'www.examp1e-x.com',
  });
  const plain = message({ name: 'a.example' });
  t.like(shown(plain, message({ name: 'a.exaMple', flags: 0x8180 })).presented, {
    query_name_case: null,
    response_name_case: 'a.exaMple',
  });
  t.like(shown(undefined, message({ name: 'A.example', flags: 0x8180 })).presented, {
    outcome: 'orphan',
    query_name_case: null,
    response_name_case: 'A.example',
  });
  const cut = shown(asked, undefined, { privacy: { ...noPrivacy, nameLabels: 2 } }).presented;
  t.like(cut, { query_name: 'examp1e-x.com', query_name_case: 'eXamp1e-X.CoM' });
});

test('the records of an update and of a notification are told, with what is taken away', (t) => {
  const host = wire('host.example.com');
  const update = message({
    name: 'example.com',
    type: 6,
    flags: 5 << 11,
    sections: [
      [record(host, 255, 255, 0, Buffer.alloc(0))],
      [
        record(host, 1, 1, 300, Buffer.of(192, 0, 2, 9)),
        record(host, 28, 255, 0, Buffer.alloc(0)),
        record(host, 1, 254, 0, Buffer.of(192, 0, 2, 8)),
      ],
      [opt(1_232)],
    ],
  });
  const done = message({ name: 'example.com', type: 6, flags: 0x8000 | (5 << 11) });
  const one = { name: 'host.example.com', ttl: 0, data: '' };
  const { presented, row } = shown(update, done);
  t.deepEqual(presented.query_records, [
    { ...one, section: 'answer', class: 255, type: 'ANY' },
    { ...one, section: 'authority', class: 1, type: 'A', ttl: 300, data: '192.0.2.9' },
    { ...one, section: 'authority', class: 255, type: 'AAAA' },
    { ...one, section: 'authority', class: 254, type: 'A', data: '192.0.2.8' },
  ]);
  t.is(row.marks, 0);
  t.is(presented.operation_code, 5);
  // It is kept until the row is written, also without a response; and not if clients are hidden, who tell their addresses by it.
  t.is(shown(update, undefined).presented.query_records.length, 4);
  const hidden = shown(update, done, { privacy: { ...noPrivacy, clientPrefixV4: 24 } });
  t.deepEqual(hidden.presented.query_records, []);
  t.is(hidden.row.marks & marks.recordsCut, marks.recordsCut);
});

test('an update with more records than a row may tell is cut, and marked', (t) => {
  const host = wire('host.example.com');
  const text = Buffer.concat([Buffer.of(50), Buffer.alloc(50, 0x61)]);
  const updates = Array.from({ length: 700 }, () => record(host, 16, 1, 300, text));
  const { row } = shown(message({ type: 6, flags: 5 << 11, sections: [[], updates] }), undefined);
  t.true(row.facts.length > 100 && row.facts.length < 700);
  t.is(row.marks, marks.recordsCut);
});

test('the records of an ordinary query are not told', (t) => {
  const extra = record(wire('x.example'), 1, 1, 0, Buffer.of(1, 2, 3, 4));
  t.deepEqual(shown(message({ sections: [[extra]] }), undefined).row.facts, []);
});

test('a malformed message is told with its reason and its first octets', (t) => {
  const cut = message({}).subarray(0, 20);
  const query = shown(cut, undefined).presented;
  t.deepEqual(query.malformed_query, { reason: 'name_cut', first_octets: cut.toString('hex') });
  t.is(query.malformed_response, null);
  const answer = Buffer.concat([message({ flags: 0x8180 }), Buffer.alloc(300, 0xff)]);
  answer.writeUInt16BE(1, 6);
  const { presented } = shown(message({}), answer);
  t.is(presented.malformed_query, null);
  t.is(presented.malformed_response?.first_octets, answer.subarray(0, 96).toString('hex'));
  const both = shown(cut, answer.subarray(0, 20)).presented;
  t.is(both.malformed_query?.reason, 'name_cut');
  t.is(both.malformed_response?.reason, 'name_cut');
  for (const privacy of [
    { ...noPrivacy, nameLabels: 2 },
    { ...noPrivacy, clientPrefixV4: 24 },
  ])
    t.is(
      shown(cut, undefined, { privacy }).presented.malformed_query?.first_octets,
      cut.subarray(0, 12).toString('hex'),
    );
});

test('the tags of a packet are told, of a tunnelled one those within', (t) => {
  const packets = (wrap: (packet: Uint8Array) => Buffer) => [
    send(client, message({}), 0, wrap),
    send(server, message({ flags: 0x8180 }), 250, wrap),
  ];
  const inVlan = (id: number, packet: Uint8Array) => ethernet(0x8100, vlanTag(id, 0x0800, packet));
  const twice = (packet: Uint8Array) => ethernet(0x88a8, vlanTag(100, 0x8100, vlanTag(200, 0x0800, packet)));
  const underlay: Ends = { ...client, sourcePort: 5_000, destinationPort: 4_789 };
  const overlay = (identifier: number, inner: (packet: Uint8Array) => Buffer) => (packet: Uint8Array) => {
    const header = Buffer.from([8, 0, 0, 0, 0, 0, 0, 0]);
    header.writeUIntBE(identifier, 4, 3);
    return inVlan(7, ip(underlay, 17, udp(underlay, Buffer.concat([header, inner(packet)]))));
  };
  for (const [wrap, vlan, inner, vni] of [
    [(packet: Uint8Array) => inVlan(100, packet), 100, null, null],
    [twice, 100, 200, null],
    [overlay(5_001, frame), null, null, 5_001],
    [overlay(0, (packet) => inVlan(9, packet)), 9, null, 0],
    [overlay(0xff_ffff, frame), null, null, 0xff_ffff],
  ] as const) {
    const { rows } = runPipeline(packets(wrap));
    t.is(rows.length, 1);
    t.like(presentRow(rows[0]!), { vlan, inner_vlan: inner, vni });
  }
});

test('a response tells the VLAN of a query that came without a tag', (t) => {
  const tagged = (packet: Uint8Array) => ethernet(0x8100, vlanTag(30, 0x0800, packet));
  const { rows } = runPipeline([
    send(client, message({}), 0),
    send(server, message({ flags: 0x8180 }), 250, tagged),
  ]);
  t.deepEqual(
    rows.map(({ outcome, vlan }) => [outcome, vlan]),
    [['answered', 30]],
  );
});

test('the interface of each packet of a file is told', async (t) => {
  const path = join(await temporaryDirectory(t), 'two.pcapng');
  const other = { ...client, sourcePort: 40_001 };
  await writeFile(
    path,
    pcapngFile(
      [
        { ...send(client, message({}), 0), interfaceName: 'eth0' },
        { ...send(other, message({}), 10), interfaceName: 'br-\x07lan' },
        { ...send(server, message({ flags: 0x8180 }), 250), interfaceName: 'eth0' },
      ],
      true,
    ),
  );
  const told: object[] = [];
  await readTransactions(
    path,
    [53],
    (transaction) => told.push(transaction),
    async () => undefined,
  );
  t.deepEqual(
    told.map((row) => ('interface' in row ? row.interface : undefined)),
    ['eth0', 'br-?lan'],
  );
});
