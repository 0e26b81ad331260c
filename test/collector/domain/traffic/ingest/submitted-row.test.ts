import test from 'ava';
import fc from 'fast-check';
import { submittedRow } from '../../../../../collector/domain/traffic/ingest/submitted-row.ts';
import { noResponseCode } from '../../../../../shared/batch/row-layout.ts';
import { decodeRows } from '../../../../../shared/batch/row-reader.ts';
import { encodeRow } from '../../../../../shared/batch/row-writer.ts';

const good = {
  timestamp: '2026-05-04T03:02:01.123456Z',
  client_ip: '192.0.2.10',
  query_name: 'WWW.Example.COM.',
  query_type: 'AAAA',
  response_code: 'NOERROR',
  answers: ['2001:DB8::0:1', { type: 'CNAME', data: 'edge.example.net', ttl: 60 }],
  response_time_ms: 12.5,
  protocol: 'DoT',
};

function rowOf(element: unknown) {
  const result = submittedRow(element);
  if ('message' in result) throw new Error(result.message);
  return result.row;
}

test('an element becomes a row', (t) => {
  const row = rowOf(good);
  t.is(row.observedAt, Date.parse('2026-05-04T03:02:01.123Z') * 1_000 + 456);
  t.is(row.queryName, 'www.example.com');
  t.is(row.queryType, 28);
  t.is(row.outcome, 'answered');
  t.is(row.responseCode, 0);
  t.is(row.latency, 12_500);
  t.is(row.transport, 'tls');
  t.deepEqual(row.records, [
    { section: 'answer', name: 'www.example.com', type: 28, ttl: 0, data: '2001:db8::1' },
    { section: 'answer', name: 'www.example.com', type: 5, ttl: 60, data: 'edge.example.net' },
  ]);
});

test('response_ip is one answer, and a missing response code is a missing response', (t) => {
  const { answers: _, ...rest } = good;
  t.is(rowOf({ ...rest, response_ip: '198.51.100.7' }).records[0]?.type, 1);
  const unanswered = rowOf({ ...rest, response_code: null });
  t.is(unanswered.outcome, 'unanswered');
  t.is(unanswered.responseCode, noResponseCode);
});

test('times may be seconds, types and codes numbers, names of any script', (t) => {
  const row = rowOf({
    ...good,
    timestamp: 1_780_000_000.25,
    query_type: 65,
    response_code: 3,
    query_name: 'Bücher.example',
  });
  t.is(row.observedAt, 1_780_000_000_250_000);
  t.is(row.queryType, 65);
  t.is(row.responseCode, 3);
  t.is(row.queryName, 'xn--bcher-kva.example');
});

test('names in data are stored as those of agents are, so that passive DNS finds them', (t) => {
  for (const [type, data, stored] of [
    ['PTR', 'Host.Example.', 'host.example'],
    ['MX', '10  Mail.Example.', '10 mail.example'],
    ['SRV', '0 5 5060 SIP.Example.com.', '0 5 5060 sip.example.com'],
    ['NS', '.', '.'],
    ['CNAME', 'not a name', 'not a name'],
    ['MX', 'Mail.Example.', 'Mail.Example.'],
    ['TXT', '"Some.Text."', '"Some.Text."'],
  ] as const) {
    t.is(rowOf({ ...good, query_type: type, answers: [data] }).records[0]!.data, stored);
    t.is(rowOf({ ...good, answers: [{ type, data }] }).records[0]!.data, stored);
  }
});

test('what is wrong is said by its path', (t) => {
  for (const [change, expected] of [
    [{ timestamp: 'yesterday' }, /^timestamp: /],
    [{ timestamp: '2026-05-04T03:02:01' }, /^timestamp: /],
    [{ client_ip: '1.2.3' }, /^client_ip: not an IP address/],
    [{ client_ip: 'fe80::1%eth0' }, /zone|client_ip/],
    [{ query_name: 'a..b' }, /^query_name: not a domain name/],
    [{ query_name: '' }, /^query_name: /],
    [{ query_name: 'bü/cher.example' }, /^query_name: not a domain name/],
    [{ query_name: 'bü%41.example' }, /^query_name: not a domain name/],
    [{ answers: [{ name: '１.２', data: 'x' }] }, /^answers\.0\.name: not a domain name/],
    [{ query_type: 'NONSENSE' }, /^query_type: not a record type/],
    [{ query_type: 70_000 }, /^query_type: /],
    [{ response_code: 'WHAT' }, /^response_code: /],
    [{ response_code: null }, /^response_code: absent although/],
    [{ response_time_ms: -1 }, /^response_time_ms: /],
    [{ protocol: 'pigeon' }, /^protocol: /],
    [{ answers: [{ data: 'caf\u00e9' }] }, /^answers\.0\.data: must be printable/],
    [{ answers: 'no' }, /^answers: /],
  ] as const) {
    const result = submittedRow({ ...good, ...change });
    t.true('message' in result, JSON.stringify(change));
    if ('message' in result) t.regex(result.message, expected);
  }
  for (const element of [null, 7, 'x', []]) t.true('message' in submittedRow(element));
});

test('whatever is submitted, a row that is taken can be stored', (t) => {
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    // A row has no negative zero.
    fc.double().map((number) => (number === 0 ? 0 : number)),
    fc.constant(null),
    fc.array(fc.string()),
    fc.ipV6(),
  );
  const element = fc.record(
    Object.fromEntries(
      Object.entries(good).map(([key, known]) => [key, fc.oneof(fc.constant(known), value)]),
    ),
    { requiredKeys: [] },
  );
  let taken = 0;
  fc.assert(
    fc.property(element, (candidate) => {
      const result = submittedRow(candidate);
      if ('message' in result) return;
      taken++;
      t.deepEqual(decodeRows(encodeRow(result.row)), [result.row]);
    }),
    { numRuns: 3_000 },
  );
  t.true(taken > 0);
});
