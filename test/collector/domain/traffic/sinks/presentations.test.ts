import test from 'ava';
import fc from 'fast-check';
import { presentQuery } from '../../../../../collector/domain/traffic/monitoring/present-query.ts';
import { presentations } from '../../../../../collector/domain/traffic/sinks/presentations/index.ts';
import type { OutgoingThreat } from '../../../../../collector/domain/traffic/sinks/presentations/presentation.ts';
import { RowSelector } from '../../../../../collector/domain/traffic/sinks/select-rows.ts';
import { presentFlow } from '../../../../../shared/batch/present-flow.ts';
import { lines } from '../../../../../shared/sinks/kinds/post-batch.ts';
import type { PresentationId } from '../../../../../shared/sinks/presentation-ids.ts';
import { JsonOctets } from '../../../../../shared/sinks/presentations/json-octets.ts';
import { mappingOf, type OutgoingQuery } from '../../../../../shared/sinks/presentations/presentation.ts';
import { arbitraryRow } from '../../../../support/engines/arbitrary-row.ts';
import { storedBytes } from '../../../../support/engines/clickhouse-rows.ts';
import { sampleFlow, sampleRow } from '../../../../support/ingest/uploads.ts';

const query = {
  ...sampleRow({
    observedAt: 1_764_000_000_123_456,
    queryFlags: 0x0100,
    responseFlags: 0x8580,
    clientPort: 40_000,
    messageId: 7,
    queryName: 'www.example.co.uk',
    records: [
      { section: 'answer', name: 'www.example.co.uk', type: 5, ttl: 60, data: 'web.example.net' },
      { section: 'answer', name: 'web.example.net', type: 1, ttl: 300, data: '198.51.100.1' },
      { section: 'authority', name: 'example.net', type: 2, ttl: 300, data: 'ns.example.net' },
    ],
  }),
  locationId: 3,
  agentId: 4,
};
const outgoing = { id: 'batch-1f', query };

const threat: OutgoingThreat = {
  id: 'threat-9-12',
  change: 'opened',
  at: new Date('2026-01-02T03:04:05.678Z'),
  threat: {
    id: 9,
    locationId: 3,
    type: 'dns_tunnel',
    severity: 'high',
    status: 'open',
    subject: 'evil.example|x',
    clientAddress: '192.0.2.10',
    queryName: 'a.evil.example',
    source: 'tunnel=detector',
    message: 'Two\nlines \\ of it',
    count: 5,
    firstSeenAt: new Date('2026-01-02T03:00:00Z'),
    lastSeenAt: new Date('2026-01-02T03:04:00Z'),
    resolvedAt: null,
    resolutionNote: null,
    technique: 'T1071.004',
  },
};

const connection = {
  id: '6f6ad4f3-1b5c-4a38-9d0a-111111111111-2',
  sensor: 'sensor.example',
  flow: sampleFlow({
    id: '6f6ad4f3-1b5c-4a38-9d0a-111111111111',
    telling: 2,
    started_at: 1_764_000_000_123_456,
    last_seen_at: 1_764_000_002_123_456,
    is_open: true,
    client: '192.0.2.10',
    client_port: 40_000,
    server: '198.51.100.53',
    server_port: 443,
    transport: 'doh3',
    server_name: 'dns.example',
    alpn: ['h3'],
    ja4: 'q13d0310h3_55b375c5d22e_cd85d2d88918',
    ech: false,
    provider: 'Example',
    octets_to_server: 100,
    octets_to_client: 900,
    looked_up: 'no',
    vlan: 7,
  }),
};

function shown(id: PresentationId, item: typeof outgoing = outgoing): Record<string, unknown> {
  const [text] = presentations[id].queries!.texts(item);
  return JSON.parse(text!);
}

test('a query is shown in the Elastic Common Schema', (t) => {
  t.like(shown('ecs'), {
    '@timestamp': '2025-11-24T16:00:00.123456Z',
    ecs: { version: '8.11.0' },
    event: { id: 'batch-1f', kind: 'event', category: ['network'], duration: 1_500_000, outcome: 'success' },
    network: { protocol: 'dns', transport: 'udp', type: 'ipv4' },
    source: { ip: '192.0.2.10', port: 40_000 },
    dns: {
      type: 'answer',
      id: '7',
      op_code: 'QUERY',
      question: {
        name: 'www.example.co.uk',
        type: 'A',
        class: 'IN',
        registered_domain: 'example.co.uk',
        top_level_domain: 'co.uk',
        subdomain: 'www',
      },
      response_code: 'NOERROR',
      header_flags: ['AA', 'RD', 'RA'],
      resolved_ip: ['198.51.100.1'],
    },
    labels: { location_id: '3', agent_id: '4' },
  });
  const { dns } = shown('ecs') as { dns: { answers: unknown } };
  t.deepEqual(dns.answers, [
    { name: 'www.example.co.uk', type: 'CNAME', class: 'IN', ttl: 60, data: 'web.example.net' },
    { name: 'web.example.net', type: 'A', class: 'IN', ttl: 300, data: '198.51.100.1' },
  ]);
});

test('a query without a response is shown as one', (t) => {
  const silent = { ...query, outcome: 'unanswered' as const, latency: 0, responseCode: 65_535, records: [] };
  const item = { ...outgoing, query: silent };
  t.like(shown('ecs', item), { event: { outcome: 'unknown' }, dns: { type: 'query' } });
  t.like(shown('ocsf', item), { activity_id: 1, type_uid: 400_301, status_id: 0, rcode_id: undefined });
  const { rcode, rtt, answers } = shown('zeek', item);
  t.deepEqual([rcode, rtt, answers], [undefined, undefined, undefined]);
  t.deepEqual(presentations.cof.queries!.texts(item), []);
});

test('a query is shown as DNS Activity of OCSF', (t) => {
  t.like(shown('ocsf'), {
    class_uid: 4_003,
    category_uid: 4,
    activity_id: 6,
    type_uid: 400_306,
    severity_id: 1,
    time: 1_764_000_000_123,
    query: { hostname: 'www.example.co.uk', type: 'A', class: 'IN', opcode_id: 0 },
    rcode_id: 0,
    rcode: 'NOERROR',
    src_endpoint: { ip: '192.0.2.10', port: 40_000 },
    metadata: { version: '1.3.0', uid: 'batch-1f', product: { name: 'Sonde', vendor_name: 'Sonde' } },
  });
});

test("a query is shown in Zeek's words, keys with dots", (t) => {
  t.like(shown('zeek'), {
    ts: 1_764_000_000.123456,
    uid: 'batch-1f',
    'id.orig_h': '192.0.2.10',
    'id.orig_p': 40_000,
    proto: 'udp',
    trans_id: 7,
    rtt: 0.0015,
    query: 'www.example.co.uk',
    qclass_name: 'C_INTERNET',
    qtype_name: 'A',
    rcode_name: 'NOERROR',
    AA: true,
    TC: false,
    RD: true,
    RA: true,
    Z: 0,
    rejected: false,
    opcode_name: 'query',
  });
  t.deepEqual(shown('zeek').answers, ['web.example.net', '198.51.100.1']);
  t.deepEqual(shown('zeek').TTLs, [60, 300]);
});

test('each record of an answer is a line of the Passive DNS Common Output Format', (t) => {
  const seen = { time_first: 1_764_000_000, time_last: 1_764_000_000, count: 1, sensor_id: 'sonde-3-4' };
  t.deepEqual(
    presentations.cof.queries!.texts(outgoing).map((text) => JSON.parse(text)),
    [
      { rrname: 'www.example.co.uk', rrtype: 'CNAME', rdata: 'web.example.net', ...seen },
      { rrname: 'web.example.net', rrtype: 'A', rdata: '198.51.100.1', ...seen },
    ],
  );
});

test('a connection of encrypted DNS is shown in each schema', (t) => {
  const told = (id: 'json' | 'ecs' | 'ocsf' | 'zeek') =>
    JSON.parse(presentations[id].connections!.texts(connection)[0]!);
  t.deepEqual(told('json'), {
    telling: 2,
    sensor: 'sensor.example',
    ...JSON.parse(JSON.stringify(presentFlow(connection.flow))),
  });
  t.like(told('ecs'), {
    '@timestamp': '2025-11-24T16:00:02.123456Z',
    event: { id: connection.id, type: ['connection', 'info'], sequence: 2, duration: 2_000_000_000 },
    network: { transport: 'udp', protocol: 'quic', application: 'doh3', bytes: 1_000, vlan: { id: '7' } },
    source: { ip: '192.0.2.10', port: 40_000, bytes: 100 },
    destination: { ip: '198.51.100.53', port: 443, bytes: 900, domain: 'dns.example' },
    tls: { client: { server_name: 'dns.example' } },
    observer: { hostname: 'sensor.example' },
    labels: { provider: 'Example', alpn: 'h3', ech: 'false', looked_up: 'no', client_hidden: 'false' },
  });
  t.like(told('ocsf'), {
    class_uid: 4_001,
    type_uid: 400_106,
    time: 1_764_000_002_123,
    duration: 2_000,
    dst_endpoint: { ip: '198.51.100.53', port: 443, hostname: 'dns.example' },
    src_endpoint: { vlan_uid: '7' },
    connection_info: { uid: connection.flow.id, protocol_name: 'udp', direction_id: 0 },
    traffic: { bytes: 1_000, bytes_in: 900, bytes_out: 100 },
    ja4_fingerprint_list: [{ type_id: 1, type: 'JA4', value: connection.flow.ja4 }],
    unmapped: { telling: 2, ech: false, alpn: ['h3'] },
  });
  t.deepEqual(told('zeek'), {
    _path: 'conn',
    ts: 1_764_000_000.123456,
    uid: connection.flow.id,
    'id.orig_h': '192.0.2.10',
    'id.orig_p': 40_000,
    'id.resp_h': '198.51.100.53',
    'id.resp_p': 443,
    proto: 'udp',
    service: 'quic,ssl',
    duration: 2,
    orig_bytes: 100,
    resp_bytes: 900,
    conn_state: 'S1',
    vlan: 7,
    server_name: 'dns.example',
    ja4: connection.flow.ja4,
  });
});

test('flat JSON is what the API shows', (t) => {
  t.like(shown('json'), {
    id: 'batch-1f',
    timestamp: '2025-11-24T16:00:00.123456Z',
    query_name: 'www.example.co.uk',
    query_type: 'A',
    location_id: 3,
  });
  t.like(JSON.parse(presentations.json.threats!.texts(threat)[0]!), {
    change: 'opened',
    changed_at: '2026-01-02T03:04:05.678Z',
    id: 9,
    threat_type: 'dns_tunnel',
  });
});

test('flat JSON is what the API shows, of any query', (t) => {
  fc.assert(
    fc.property(arbitraryRow, (row) => {
      const any = { ...row, locationId: 3, agentId: 4 };
      const [text] = presentations.json.queries!.texts({ id: 'batch-1f', query: any });
      t.deepEqual(JSON.parse(text!), { id: 'batch-1f', ...JSON.parse(JSON.stringify(presentQuery(any))) });
    }),
  );
});

test('a threat is shown in CEF, with what has a meaning there escaped', (t) => {
  const [text] = presentations.cef.threats!.texts(threat);
  t.true(text!.startsWith('CEF:0|Sonde|Sonde|1|dns_tunnel|dns_tunnel: evil.example\\|x|8|rt=1767323045678 '));
  t.regex(text!, / externalId=9 act=opened cat=dns_tunnel cnt=5 src=192\.0\.2\.10 /);
  t.regex(text!, / cs1Label=Subject cs1=evil\.example\|x cs2Label=Source cs2=tunnel\\=detector /);
  t.regex(text!, / msg=Two\\nlines \\\\ of it$/);
  const six = { ...threat, threat: { ...threat.threat, clientAddress: '2001:db8::1' } };
  t.regex(presentations.cef.threats!.texts(six)[0]!, / c6a2Label=Source IPv6 Address c6a2=2001:db8::1 /);
});

test('a threat is shown as a finding, and as an alert', (t) => {
  const finding = JSON.parse(presentations.ocsf.threats!.texts(threat)[0]!);
  t.like(finding, { class_uid: 2_004, activity_id: 1, type_uid: 200_401, severity_id: 4, status_id: 1 });
  t.is(finding.count, 5);
  t.deepEqual(finding.finding_info.attacks, [
    {
      technique: { uid: 'T1071', name: 'Application Layer Protocol' },
      sub_technique: { uid: 'T1071.004', name: 'DNS' },
    },
  ]);
  t.is(finding.finding_info.analytic.uid, `${threat.threat.source}/dns_tunnel`);
  const resolved = {
    ...threat,
    change: 'resolved' as const,
    threat: { ...threat.threat, status: 'resolved' as const },
  };
  t.like(JSON.parse(presentations.ocsf.threats!.texts(resolved)[0]!), { activity_id: 3, status_id: 4 });
  t.like(JSON.parse(presentations.ecs.threats!.texts(threat)[0]!), {
    event: { kind: 'alert', action: 'threat-opened', severity: 73 },
    rule: { name: 'dns_tunnel' },
    threat: {
      framework: 'MITRE ATT&CK',
      technique: {
        id: ['T1071'],
        name: ['Application Layer Protocol'],
        subtechnique: { id: ['T1071.004'], name: ['DNS'] },
      },
    },
  });
});

test('nothing that is shown has a line of its own, and every field of it is one that is told of', (t) => {
  // Rows for another collector are octets.
  const { rows: _, ...texts } = presentations;
  for (const { id, isJson, queries, threats, connections } of Object.values(texts)) {
    const all = [
      ...(queries === undefined ? [] : [{ texts: queries.texts(outgoing), fields: queries.fields }]),
      ...(threats === undefined ? [] : [{ texts: threats.texts(threat), fields: threats.fields }]),
      ...(connections === undefined
        ? []
        : [{ texts: connections.texts(connection), fields: connections.fields }]),
    ];
    t.not(all.length, 0);
    for (const { texts, fields } of all) {
      t.true(texts.length > 0 && texts.every((text) => !/[\r\n]/.test(text)), id);
      for (const { holds } of fields) t.regex(holds, /\S/);
      if (!isJson) continue;
      const told = new Set(fields.map(({ name }) => name));
      for (const key of Object.keys(JSON.parse(texts[0]!)))
        t.true(told.has(key) || [...told].some((name) => name.startsWith(`${key}.`)), `${id} ${key}`);
    }
  }
});

test('rows lie as lines in one memory, in each presentation, and serve one batch after the other', (t) => {
  const texts = new JsonOctets(16);
  fc.assert(
    fc.property(fc.array(arbitraryRow, { maxLength: 4 }), (rows) => {
      const stored = storedBytes(rows, 3, 4);
      for (const { id, queries } of Object.values(presentations)) {
        if (queries === undefined) continue;
        const selector = selectorOf(queries, texts, id === 'rows');
        t.is(selector.take(stored, 0, 'batch'), stored.length);
        const { records } = selector;
        const expected = rows.flatMap((row) =>
          id === 'rows' ? [] : queries.texts({ id: '', query: { ...row, locationId: 3, agentId: 4 } }),
        );
        if (id !== 'rows') t.is(records.length, expected.length);
        const joined = records.map(({ text }) => `${text}\n`).join('');
        t.is(Buffer.from(lines(records)).toString(), joined);
        // Some of them, and such as have texts of their own.
        t.is(
          Buffer.from(lines(records.toSpliced(1, 1))).toString(),
          records
            .toSpliced(1, 1)
            .map(({ text }) => `${text}\n`)
            .join(''),
        );
        const strings = records.map(({ id, at, stream, severity, locationId, text }) => ({
          id,
          at,
          stream,
          severity,
          locationId,
          text,
        }));
        t.is(Buffer.from(lines(strings)).toString(), joined);
      }
    }),
    { numRuns: 20 },
  );
});

test('a row that a value cannot be had of leaves nothing between those before and behind it', (t) => {
  const texts = new JsonOctets();
  const mapping = mappingOf<OutgoingQuery>([], (output, { query: { queryName } }, ended) => {
    output.text(queryName);
    if (queryName === 'b.test') throw new RangeError('no value');
    ended();
  });
  const selector = selectorOf(mapping, texts);
  const [a, b, c] = ['a.test', 'b.test', 'c.test'].map((queryName) =>
    storedBytes([sampleRow({ queryName })], 3, 4),
  );
  selector.take(a!, 0, 'one');
  t.throws(() => selector.take(b!, 0, 'two'), { instanceOf: RangeError });
  selector.take(c!, 0, 'three');
  t.is(Buffer.from(lines(selector.records)).toString(), '"a.test"\n"c.test"\n');
});

function selectorOf(
  mapping: ConstructorParameters<typeof RowSelector>[0]['mapping'],
  texts: JsonOctets,
  wantsRows = false,
): RowSelector {
  const filter = {
    locationIds: [],
    suffixes: [],
    queryTypes: [],
    responseCodes: [],
    sample: 1,
    leastSeverity: 'info',
  } as const;
  const most = { mostRecords: 100, mostCharacters: 2 ** 30 };
  return new RowSelector({ filter, mapping, wantsRows, ...most, texts });
}
