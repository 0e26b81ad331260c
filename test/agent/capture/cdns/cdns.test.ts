import test from 'ava';
import { encode } from 'cbor2';
import {
  allItemHints,
  block,
  type CdnsMap,
  cborOf,
  cdnsFile,
  pair,
  parameters,
} from '../../../support/packets/cdns-file.ts';
import { readLog, verifyLog } from '../logs/read-log.ts';

const { item, tables } = pair;
const signature = tables[3][0];
const without = (map: CdnsMap, ...keys: number[]): CdnsMap =>
  Object.fromEntries(Object.entries(map).filter(([key]) => !keys.includes(Number(key))));

test('a query and its response are told with all that C-DNS has of them', async (t) => {
  const rows = await readLog(t, cdnsFile([block([item])]));
  t.is(rows.length, 1);
  t.like(rows[0], {
    timestamp: '2026-09-21T14:13:20.001250Z',
    outcome: 'answered',
    client_ip: '192.0.2.7',
    client_port: 51_000,
    server_ip: '198.51.100.53',
    server_port: 53,
    protocol: 'udp',
    message_id: 4_660,
    query_name: 'www.example.com',
    query_name_case: 'www.Example.com',
    query_type: 'A',
    response_code: 'NOERROR',
    response_time_ms: 12.345,
    query_size: 56,
    response_size: 72,
    answer_count: 1,
    additional_count: 1,
    marks: [],
    interface: null,
    records: [{ section: 'answer', name: 'www.example.com', type: 'A', ttl: 300, data: '203.0.113.9' }],
  });
  t.like(rows[0]!.flags, { recursion_desired: true, recursion_available: true, authoritative: false });
  t.like(rows[0]!.edns, {
    udp_size: 4_096,
    response_udp_size: 1_232,
    dnssec_ok: true,
    client_subnet: '203.0.113.0/24',
    extended_errors: [18],
  });
});

test('what a file does not have is null, zero or missing, and never made up', async (t) => {
  const few = { 4: 0b11, 0: 1, 8: 0 };
  const names = { ...tables, 3: [few] };
  const hints = allItemHints & ~0b111_0000_0000_1100_1100 & ~(0b111 << 15);
  const bare = { 0: 5, 1: 0, 4: 0, 7: 0 };
  const rows = await readLog(t, cdnsFile([block([bare, bare], names)], [parameters({}, hints)]));
  // Neither id nor port keeps the two apart: their items do.
  t.is(rows.length, 2);
  for (const row of rows)
    t.like(row, {
      outcome: 'answered',
      client_ip: '192.0.2.7',
      client_port: 0,
      server_port: 0,
      protocol: 'unknown',
      message_id: 0,
      query_name: 'www.example.com',
      query_type: 'A',
      response_code: null,
      response_time_ms: null,
      query_size: 0,
      response_size: 0,
      answer_count: 0,
      edns: null,
      marks: ['message_cut'],
      records: [],
    });
});

test('a record whose data or time to live is not told ends what is told of its message', async (t) => {
  const lists = {
    ...tables,
    6: [[0, 1]],
    7: [
      { 0: 0, 1: 0, 2: 300, 3: 1 },
      { 0: 0, 1: 0, 3: 1 },
    ],
  };
  const rows = await readLog(t, cdnsFile([block([{ ...item, 12: { 1: 0 } }], lists)]));
  t.like(rows[0], { answer_count: 2, marks: ['message_cut'] });
  t.is((rows[0]!.records as unknown[]).length, 1);
});

test('items are queries, responses or both as their flags or their fields say', async (t) => {
  const signatures = {
    ...tables,
    3: [
      { ...signature, 4: 0b0001 },
      { ...signature, 4: 0b0010 },
      without(signature, 4, 7, 14, 15, 16),
      without(signature, 4, 7, 14, 15),
    ],
  };
  const items = [0, 1, 2, 3].map((index) => ({ ...without(item, 6, 8, 9, 12), 3: index, 4: index }));
  const rows = await readLog(t, cdnsFile([block(items, signatures)]));
  const outcomes = new Map(rows.map((row) => [row.message_id, row.outcome]));
  t.deepEqual(
    [0, 1, 2, 3].map((id) => outcomes.get(id)),
    ['unanswered', 'orphan', 'unanswered', 'orphan'],
  );
});

test('transports, prefixes, ticks, interfaces and response codes beyond four bits are read', async (t) => {
  const version6 = { ...signature, 2: 1 | (4 << 1), 4: 0b0011, 16: 23 };
  const other = {
    ...tables,
    0: [Buffer.from('20010db8', 'hex'), Buffer.from('20010db8000000000000000000000053', 'hex')],
    3: [version6],
    7: [tables[7][0], { ...tables[7][1], 2: 0x0100_0000 }],
  };
  const list = [parameters(), { ...parameters({ 0: 1_000_000_000, 7: 32 }), 1: { 4: ['eth7'] } }];
  const nanoseconds = {
    0: { 0: [1_790_000_000, 999_999_999], 1: 1 },
    2: other,
    3: [{ ...item, 0: 2_001, 6: 5_000 }],
  };
  const rows = await readLog(t, cdnsFile([nanoseconds], list));
  t.like(rows[0], {
    timestamp: '2026-09-21T14:13:21.000002Z',
    client_ip: '2001:db8::',
    server_ip: '2001:db8::53',
    protocol: 'doh',
    interface: 'eth7',
    response_time_ms: 0.005,
    marks: ['client_truncated'],
    response_code: 'BADCOOKIE',
  });
});

test('further questions, malformed messages and events are read', async (t) => {
  const more = {
    ...tables,
    3: [{ ...signature, 9: 2 }],
    4: [[0]],
    5: [{ 0: 0, 1: 0 }],
    8: [{ 0: 1, 1: 53, 2: 0, 3: Buffer.from('000181', 'hex') }, { 0: 1 }],
  };
  const file = cdnsFile([
    block([{ ...item, 11: { 0: 0 } }], more, {
      4: [
        { 0: 0, 2: 0, 3: 0, 4: 3 },
        { 0: 2, 1: 3, 2: 0, 3: 0, 4: 40 },
        { 0: 2, 1: 1, 2: 0, 3: 0, 4: 2 },
        { 0: 77, 2: 0, 3: 0, 4: 9 },
      ],
      5: [
        { 0: 3, 1: 0, 2: 4_000, 3: 0 },
        { 0: 4, 3: 1 },
      ],
    }),
  ]);
  t.like(await verifyLog(t, file), {
    packets: 4,
    pairs: 1,
    malformed: 2,
    malformedByReason: { short_header: 1, log_line: 1 },
    addressEvents: { tcp_reset: 3, icmp_destination_unreachable: 42 },
    damage: null,
  });
});

test('places that are none, and names that are none, cost their item alone', async (t) => {
  const odd = {
    ...tables,
    2: [...tables[2], Buffer.from('c00c', 'hex'), Buffer.alloc(0), Buffer.from('03777777', 'hex')],
    3: [signature, { ...signature, 0: 99 }, { ...signature, 8: 99 }],
    6: [[0], [1], [99]],
  };
  const wrong = [
    { ...item, 1: 99 },
    { ...item, 4: 99 },
    { ...item, 4: 1 },
    { ...item, 4: 2 },
    { ...item, 7: 99 },
    { ...item, 7: 5 },
    { ...item, 7: 6 },
    { ...item, 7: 7 },
    { ...item, 12: { 1: 99 } },
    { ...item, 12: { 1: 2 } },
  ];
  const counts = await verifyLog(t, cdnsFile([block([...wrong, { ...item, 3: 1 }], odd)]));
  t.is(counts.damage, null);
  t.true(counts.malformedByReason.log_line! >= wrong.length);
  t.is(counts.pairs, 1);
});

test('tables may follow the items, ends may be marked, keys and values may be others, and files follow each other', async (t) => {
  const part = (value: unknown): Buffer => Buffer.from(encode(cborOf(value)));
  const items = Buffer.concat([Buffer.of(0x9f), part(item), part({ ...item, 3: 9 }), Buffer.of(0xff)]);
  const marked = Buffer.concat([
    Buffer.from('9f65432d444e53', 'hex'),
    part({ 0: 1, 1: 7, 2: 5, 3: [parameters()], 99: { 1: [1.5, null, 'text'] } }),
    Buffer.of(0x9f),
    // A block as a map whose end is marked; a key of text, one below 0, and a tag before a value.
    Buffer.of(0xbf, 3),
    items,
    part('private'),
    part([1, 2]),
    part(-3),
    part({ 1: 1 }),
    Buffer.of(2),
    Buffer.concat([Buffer.of(0xc1), part(tables)]),
    Buffer.of(0),
    part(pair.preamble),
    Buffer.of(0xff, 0xff, 0xff),
  ]);
  const rows = await readLog(t, Buffer.concat([marked, cdnsFile([block([{ ...item, 3: 10 }])])]));
  t.deepEqual(
    rows.map(({ message_id, outcome }) => [message_id, outcome]),
    [
      [4_660, 'answered'],
      [9, 'answered'],
      [10, 'answered'],
    ],
  );
});

test('a file that ends early is counted as far as it goes, one that is none is refused', async (t) => {
  const file = cdnsFile([block([item]), block([{ ...item, 3: 8 }])]);
  t.like(await verifyLog(t, file.subarray(0, -3)), { pairs: 1, truncated: true });
  const secondBlock = file.lastIndexOf(Buffer.from(encode(cborOf(pair.preamble)))) - 2;
  t.like(await verifyLog(t, file.subarray(0, secondBlock)), { pairs: 1, truncated: true });
  await t.throwsAsync(verifyLog(t, Buffer.from(encode(['C-DNS', new Map([[0, 2]]), []]))), {
    code: 'bad_file',
  });
  await t.throwsAsync(verifyLog(t, Buffer.from(encode(['C-DNA', new Map([[0, 1]]), []]))), {
    code: 'bad_file',
  });
});
