import type { Row } from '@sonde/shared/batch/row.ts';
import { noResponseCode } from '@sonde/shared/batch/row-layout.ts';
import test from 'ava';
import { startTestApi } from '../../../support/http/http.ts';

const path = '/api/v1/dns-monitoring/stats';

test('what was seen at a location in the last day is counted in every way', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const office = await api.world.addLocation(account.id, 'Office');
  const silent = await api.world.addLocation(account.id, 'Silent');
  const agentId = await api.world.agents.identify({
    locationId: office.id,
    uuid: '00000000-0000-4000-8000-000000000001',
    software: 'sonde-agent 0.1.0',
    host: 'gateway',
  });
  const observe = (change: Partial<Row>) =>
    api.world.stored.add({
      observedAt: (Date.now() - 60_000) * 1_000,
      locationId: office.id,
      agentId,
      clientAddress: '192.0.2.7',
      queryType: 28,
      latency: 12_500,
      ...change,
    });
  observe({});
  observe({ queryName: 'nowhere.example', responseCode: 3, queryType: 65280 });
  observe({
    outcome: 'unanswered',
    responseCode: noResponseCode,
    latency: 0,
    responseSize: 0,
    clientAddress: '2001:db8::7',
  });
  observe({ observedAt: (Date.now() - 90_000_000) * 1_000 });

  const { body, status } = await api.get(`${path}?location_id=${office.id}`, key);
  t.is(status, 200);
  t.like(body, { location_id: office.id, open_threats: 0, bucket_seconds: 300 });
  t.like(body.totals, { queries: 3, answered: 2, unanswered: 1, unique_clients: 2, unique_names: 2 });
  const { p50 = 0, p99 = 0 } = body.latency_ms as Record<string, number>;
  t.true(Math.abs(p50 - 12.5) <= 0.25 && Math.abs(p99 - 12.5) <= 0.25, 'the sketch is within 2 %');
  t.deepEqual(body.top_names, [
    { name: 'www.example.com', count: 2 },
    { name: 'nowhere.example', count: 1 },
  ]);
  t.is(body.top_domains, null);
  const { top_domains } = (await api.get(`${path}?location_id=${office.id}&domains=true&top=1`, key)).body;
  t.deepEqual(top_domains, [{ domain: 'example.com', count: 2 }]);
  t.is(body.top_failures, null);
  const { top_failures } = (await api.get(`${path}?location_id=${office.id}&failures=true&top=1`, key)).body;
  t.deepEqual(top_failures, [
    {
      response_code: 'NXDOMAIN',
      count: 1,
      unique_names: 1,
      top_names: [{ name: 'nowhere.example', count: 1 }],
      top_domains: [{ domain: 'nowhere.example', count: 1 }],
    },
    {
      response_code: null,
      count: 1,
      unique_names: 1,
      top_names: [{ name: 'www.example.com', count: 1 }],
      top_domains: [{ domain: 'example.com', count: 1 }],
    },
  ]);
  t.deepEqual(body.query_types, [
    { query_type: 'AAAA', count: 2 },
    { query_type: 'TYPE65280', count: 1 },
  ]);
  t.deepEqual(body.response_codes, [
    { response_code: 'NOERROR', count: 1 },
    { response_code: 'NXDOMAIN', count: 1 },
    { response_code: null, count: 1 },
  ]);
  t.deepEqual(body.transports, [{ transport: 'udp', count: 3 }]);
  t.like((body.agents as object[])[0], { id: agentId, host: 'gateway', count: 3 });
  const series = body.series as { queries: number }[];
  t.is(
    series.reduce((sum, { queries }) => sum + queries, 0),
    3,
  );

  t.deepEqual(body.size_bytes, { queries: 120, responses: 200 });
  t.is(body.latency_bucket_seconds, 3_600);
  const latencies = (body.latency_series as { latency_ms: unknown }[]).filter(
    (one) => one.latency_ms !== null,
  );
  t.deepEqual(latencies[0]?.latency_ms, body.latency_ms);
  t.is(Date.parse(String(body.from)) % 3_600_000, 0, 'a day begins with a whole hour');
  t.true(series.length >= 288 && series.length <= 300, 'and ends now');

  const all = await api.get(`${path}?period=7d`, key);
  t.is((all.body.totals as { queries: number }).queries, 4);
  t.deepEqual(all.body.locations, [
    { id: office.id, location_name: 'Office', count: 4 },
    { id: silent.id, location_name: 'Silent', count: 0 },
  ]);
});

test('an account without locations has statistics of nothing', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  const { body, status } = await api.get(path, key);
  t.is(status, 200);
  t.like(body, { location_id: null, latency_ms: null, locations: [], agents: [] });
  t.like(body.totals, { queries: 0, first_seen: null });
});

test('ranges that make no sense are refused', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  const refused = [
    'period=1y',
    'period=0h',
    'period=500d',
    'from=yesterday',
    'from=2026-03-14',
    'from=2026-03-14T00:00:00Z&to=2026-03-14T00:00:00Z',
    'from=2026-03-15T00:00:00Z&to=2026-03-14T00:00:00Z',
    'from=2020-03-15T00:00:00Z&to=2026-03-14T00:00:00Z',
    'from=2026-03-14T00:00:00Z&period=1h',
    'from=1969-12-31T00:00:00Z&to=1970-01-02T00:00:00Z',
    'to=0000-01-01T00:00:00Z',
    'to=2200-01-01T00:00:01Z',
    'top=0',
    'top=101',
    'domains=perhaps',
    'failures=perhaps',
  ];
  for (const query of refused) {
    const answer = await api.get(`${path}?${query}`, key);
    t.is(answer.status, 400, query);
    t.is(answer.body.code, 'invalid_input', query);
  }
  const offset = await api.get(`${path}?from=2026-03-14T00:00:00%2B02:00&to=2026-03-14T00:00:00Z`, key);
  t.is(offset.body.from, '2026-03-13T22:00:00.000Z');
});
