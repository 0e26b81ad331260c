import { gzipSync } from 'node:zlib';
import test from 'ava';
import { readLog, verifyLog } from './read-log.ts';

const header = [
  '#separator \\x09',
  '#set_separator\t,',
  '#empty_field\t(empty)',
  '#unset_field\t-',
  '#path\tdns',
  '#open\t2026-03-01-12-00-00',
  '#fields\tts\tuid\tid.orig_h\tid.orig_p\tid.resp_h\tid.resp_p\tproto\ttrans_id\trtt\tquery\tqclass\tqclass_name\tqtype\tqtype_name\trcode\trcode_name\tAA\tTC\tRD\tRA\tZ\tanswers\tTTLs\trejected',
];
const chain =
  '1772366400.000100\tC1\t192.0.2.7\t51000\t198.51.100.53\t53\tudp\t4660\t0.012345\twww.example.com\t1\tC_INTERNET\t1\tA\t0\tNOERROR\tF\tF\tT\tT\t0\tweb.example.net,203.0.113.9,203.0.113.10\t300.000000,60.000000,60.000000\tF';
const denied =
  '1772366401.5\tC2\t2001:db8::7\t51001\t2001:db8::53\t53\ttcp\t7\t-\tmissing.example.com\t1\tC_INTERNET\t28\tAAAA\t3\tNXDOMAIN\tT\tF\tT\tF\t0\t-\t-\tT';
const unanswered =
  '1772366402.5\tC3\t192.0.2.8\t51002\t198.51.100.53\t53\tudp\t8\t-\tsilent.example.com\t1\tC_INTERNET\t1\tA\t-\t-\tF\tF\tT\tF\t1\t-\t-\tF';
const text =
  '1772366403.5\tC4\t192.0.2.8\t51003\t198.51.100.53\t53\tudp\t9\t0.001\ttext.example.com\t1\tC_INTERNET\t16\tTXT\t0\tNOERROR\tF\tF\tT\tT\t0\tTXT 13 v=spf1\\x2c -all \\xc3\\xa9TXT\t30\tF'.replace(
    'TXT 13 v=spf1\\x2c -all \\xc3\\xa9TXT',
    'TXT 14 v=spf1\\x2c a -all TXT 2 \\xc3\\xa9',
  );
const mail =
  '1772366404.5\tC5\t192.0.2.8\t51004\t198.51.100.53\t53\tudp\t10\t0.001\texample.com\t1\tC_INTERNET\t15\tMX\t0\tNOERROR\tF\tF\tT\tT\t0\tmail.example.com\t30\tF';

test("Zeek's table tells queries, responses and their distance; what it does not tell is null", async (t) => {
  const rows = await readLog(
    t,
    `${[...header, chain, denied, unanswered, text, mail, '#close'].join('\n')}\n`,
  );
  t.is(rows.length, 5);
  const byName = new Map(rows.map((row) => [row.query_name, row]));
  t.like(byName.get('www.example.com'), {
    timestamp: '2026-03-01T12:00:00.000100Z',
    outcome: 'answered',
    client_ip: '192.0.2.7',
    client_port: 51_000,
    server_ip: '198.51.100.53',
    server_port: 53,
    protocol: 'udp',
    message_id: 4_660,
    query_type: 'A',
    response_code: 'NOERROR',
    response_time_ms: 12.345,
    query_size: 0,
    response_size: 0,
    answer_count: 3,
    marks: [],
    interface: 'zeek',
    records: [
      { section: 'answer', name: 'www.example.com', type: 'CNAME', ttl: 300, data: 'web.example.net' },
      { section: 'answer', name: 'web.example.net', type: 'A', ttl: 60, data: '203.0.113.9' },
      { section: 'answer', name: 'web.example.net', type: 'A', ttl: 60, data: '203.0.113.10' },
    ],
  });
  t.like(byName.get('missing.example.com'), {
    outcome: 'answered',
    client_ip: '2001:db8::7',
    protocol: 'tcp',
    query_type: 'AAAA',
    response_code: 'NXDOMAIN',
    response_time_ms: null,
    answer_count: 0,
  });
  t.true((byName.get('missing.example.com')!.flags as { authoritative: boolean }).authoritative);
  t.like(byName.get('silent.example.com'), { outcome: 'unanswered', response_code: null });
  t.true((byName.get('silent.example.com')!.flags as { checking_disabled: boolean }).checking_disabled);
  t.like(byName.get('text.example.com'), {
    records: [
      {
        section: 'answer',
        name: 'text.example.com',
        type: 'TXT',
        ttl: 30,
        data: '"v=spf1, a -all" "\\195\\169"',
      },
    ],
  });
  // Zeek leaves the preference out: the record is counted, and not made up.
  t.like(byName.get('example.com'), {
    query_type: 'MX',
    answer_count: 1,
    marks: ['message_cut'],
    records: [],
  });
});

test('JSON says the same as the table, in all forms of its times, compressed or not, and without an end of its last line', async (t) => {
  const line = {
    ts: 1_772_366_400.0001,
    uid: 'C1',
    'id.orig_h': '192.0.2.7',
    'id.orig_p': 51_000,
    'id.resp_h': '198.51.100.53',
    'id.resp_p': 53,
    proto: 'udp',
    trans_id: 4_660,
    rtt: 0.012345,
    query: 'www.example.com',
    qclass: 1,
    qtype: 1,
    rcode: 0,
    AA: false,
    TC: false,
    RD: true,
    RA: true,
    Z: 0,
    answers: ['web.example.net', '203.0.113.9', '203.0.113.10'],
    TTLs: [300, 60, 60],
    rejected: false,
  };
  const [expected] = await readLog(t, `${[...header, chain].join('\n')}\n`);
  for (const ts of [line.ts, '2026-03-01T12:00:00.000100Z', '2026-03-01T13:00:00.0001+0100']) {
    t.deepEqual(await readLog(t, JSON.stringify({ ...line, ts })), [expected!]);
  }
  // A code that only EDNS has room for.
  const [extended] = await readLog(t, JSON.stringify({ ...line, rcode: 16, answers: [], TTLs: [] }));
  t.like(extended, { response_code: 'BADVERS' });
  const other = JSON.stringify({ ...line, _path: 'conn', history: 'ShADadFf' });
  t.deepEqual(await readLog(t, gzipSync(`${other}\r\n${JSON.stringify({ ...line, _path: 'dns' })}\r\n`)), [
    expected!,
  ]);
});

test('what no message can be read of is counted, and another log is refused', async (t) => {
  const damaged = [
    'not\ta\tline',
    chain.replace('192.0.2.7', '192.0.2.777'),
    chain.replace('www.example.com', `${'a'.repeat(64)}.example.com`),
    '{"id.orig_h": "192.0.2.7", "query": "x"}',
    '{"id.orig_h": ',
    'x'.repeat(1_500_000),
    chain,
  ];
  const counts = await verifyLog(t, `${[...header, ...damaged].join('\n')}\n{"event_type":"flow"}\n`);
  // The damaged exchange counts twice: a query and its response.
  t.deepEqual(counts.malformedByReason, { log_line: 8 });
  t.is(counts.pairs, 1);
  t.is(counts.otherPackets, 1);
  await t.throwsAsync(readLog(t, '#separator \\x09\n#path\tconn\n'), {
    code: 'bad_file',
    message: /log of conn/,
  });
  await t.throwsAsync(readLog(t, `${[...header, chain].join('\n')}\n1772366400.0`), {
    code: 'truncated_file',
  });
});
