import test from 'ava';
import fc from 'fast-check';
import { LogReader } from '../../../../agent/capture/logs/log-reader.ts';
import { readLog, verifyLog } from './read-log.ts';

const ends = { src_ip: '192.0.2.7', src_port: 51_000, dest_ip: '198.51.100.53', dest_port: 53, proto: 'UDP' };
const turned = {
  src_ip: '198.51.100.53',
  src_port: 53,
  dest_ip: '192.0.2.7',
  dest_port: 51_000,
  proto: 'UDP',
};
const event = (timestamp: string, from: object, dns: object) =>
  JSON.stringify({ timestamp, flow_id: 1, in_iface: 'eth1', event_type: 'dns', ...from, dns });
const answers = [
  { rrname: 'www.example.com', rrtype: 'CNAME', ttl: 300, rdata: 'web.example.net' },
  { rrname: 'web.example.net', rrtype: 'AAAA', ttl: 60, rdata: '2001:db8:0000:0000:0000:0000:0000:0009' },
];
const authorities = [
  {
    rrname: 'example.com',
    rrtype: 'SOA',
    ttl: 900,
    soa: {
      mname: 'ns.example.com',
      rname: 'hostmaster.example.com',
      serial: 7,
      refresh: 3600,
      retry: 600,
      expire: 86_400,
      minimum: 60,
    },
  },
];
const asked = { rrname: 'www.example.com', rrtype: 'AAAA' };
const second = [
  event('2026-03-01T12:00:00.000100+0000', ends, { version: 2, type: 'query', id: 77, ...asked, opcode: 0 }),
  event('2026-03-01T12:00:00.020100+0000', turned, {
    version: 2,
    type: 'answer',
    id: 77,
    flags: '8180',
    qr: true,
    rd: true,
    ra: true,
    ...asked,
    rcode: 'NOERROR',
    answers,
    authorities,
  }),
];
const third = [
  event('2026-03-01T12:00:00.000100+0000', ends, {
    version: 3,
    type: 'request',
    id: 77,
    rd: true,
    rcode: 'NOERROR',
    queries: [asked],
  }),
  // Of the flow, so that the client stands first.
  event('2026-03-01T12:00:00.020100+0000', ends, {
    version: 3,
    type: 'response',
    id: 77,
    rd: true,
    ra: true,
    queries: [asked],
    rcode: 'NOERROR',
    answers,
    authorities,
  }),
];

test('events of versions 2 and 3 of both directions are one exchange', async (t) => {
  for (const lines of [second, third]) {
    const rows = await readLog(t, `${lines.join('\n')}\n`);
    t.is(rows.length, 1);
    t.like(rows[0], {
      timestamp: '2026-03-01T12:00:00.000100Z',
      outcome: 'answered',
      client_ip: '192.0.2.7',
      server_ip: '198.51.100.53',
      server_port: 53,
      query_name: 'www.example.com',
      query_type: 'AAAA',
      response_time_ms: 20,
      answer_count: 2,
      authority_count: 1,
      interface: 'suricata eth1',
      marks: [],
    });
    t.deepEqual(
      (rows[0]!.records as { data: string }[]).map(({ data }) => data),
      ['web.example.net', '2001:db8::9', 'ns.example.com hostmaster.example.com 7 3600 600 86400 60'],
    );
  }
});

test('what an event does not tell whole is counted and left out; alerts and flows tell of nothing', async (t) => {
  const dns = { version: 2, type: 'answer', id: 5, flags: '8183', rrname: 'mail.example.com', rrtype: 'MX' };
  const mail = [{ rrname: 'mail.example.com', rrtype: 'MX', ttl: 5, rdata: 'mx.example.com' }];
  const rows = await readLog(
    t,
    [
      event('2026-03-01T12:00:00.000100+0000', turned, { ...dns, rcode: 'NXDOMAIN' }),
      event('2026-03-01T12:00:01.000100+0000', turned, { ...dns, id: 6, rcode: 'NOERROR', answers: mail }),
      '{"event_type":"alert","timestamp":"2026-03-01T12:00:02.0+0000"}',
    ].join('\n'),
  );
  t.is(rows.length, 2);
  t.like(rows[0], { outcome: 'orphan', response_code: 'NXDOMAIN', answer_count: 0 });
  t.like(rows[1], { answer_count: 1, records: [], marks: ['message_cut'] });
  const first = event('2026-03-01T12:00:00.000100+0000', turned, { type: 'answer', ...asked, rdata: '::1' });
  t.deepEqual((await verifyLog(t, `${first}\n`)).malformedByReason, { log_line: 1 });
});

test('types and codes that Suricata has no name for are its numbers in decimal', async (t) => {
  const dns = { version: 2, type: 'answer', id: 7, flags: '818a', rrname: 'example.com', rrtype: '257' };
  const answers = [{ rrname: 'example.com', rrtype: '257', ttl: 5 }];
  const rows = await readLog(
    t,
    event('2026-03-01T12:00:00.000100+0000', turned, { ...dns, rcode: '23', answers }),
  );
  t.like(rows[0], { query_type: 'CAA', response_code: 'BADCOOKIE', answer_count: 1 });
  for (const change of [{ rrtype: '65536' }, { rcode: '4096' }, { rrtype: '-1' }]) {
    const line = event('2026-03-01T12:00:00.000100+0000', turned, { ...dns, rcode: '23', ...change });
    t.deepEqual((await verifyLog(t, `${line}\n`)).malformedByReason, { log_line: 1 });
  }
});

test('no line makes the reader throw, whatever its values are', (t) => {
  const strange = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.constant(null), fc.array(fc.string()));
  const pieces = [...second, ...third].flatMap((line) => Object.keys(JSON.parse(line)));
  const keys = fc.constantFrom(
    ...pieces,
    'query',
    'qtype',
    'ts',
    'answers',
    'TTLs',
    'id.orig_h',
    'id.resp_h',
  );
  const property = fc.property(
    fc.constantFrom(...second, ...third),
    fc.dictionary(keys, strange),
    fc.dictionary(fc.constantFrom('rrname', 'rrtype', 'id', 'answers', 'queries', 'flags', 'rcode'), strange),
    (line, outer, inner) => {
      const changed = JSON.parse(line);
      const text = Buffer.from(
        `${JSON.stringify({ ...changed, ...outer, dns: { ...changed.dns, ...inner } })}\n`,
      );
      let packets = 0;
      const reader = new LogReader();
      t.is(reader.read(text, 0, text.length, { packet: () => packets++ }), text.length);
      t.true(packets >= 1);
    },
  );
  fc.assert(property, { numRuns: 400 });
});
