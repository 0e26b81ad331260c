import test, { type ExecutionContext } from 'ava';
import { SegmentBuilder } from '../../../../collector/domain/intelligence/threat-intel/index/segment-builder.ts';
import { AddressLists } from '../../../../scanner/addresses/address-lists.ts';
import { AddressProviders } from '../../../../scanner/addresses/providers/address-providers.ts';
import { loadText } from '../../../support/datasets/load-text.ts';
import { FakeWorld } from '../../../support/fakes/world.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { offlineWorld } from '../../../support/scans/offline-world.ts';
import { recordedDns } from '../../../support/scans/recorded-dns.ts';

const canaries = (zone: string) => `2.0.0.127.${zone} A 127.0.0.2\n`;
const zone = `
4.3.2.1.in-addr.arpa PTR host.example.com.
4.3.2.1.in-addr.arpa PTR liar.example.com.
host.example.com A 1.2.3.4
liar.example.com A 9.9.9.9
${canaries('good.lists')}${canaries('other.lists')}${canaries('refusing.lists')}
4.3.2.1.good.lists A 127.0.0.2
4.3.2.1.refusing.lists A 127.255.255.254
*.parked.lists A 198.51.100.1
www.dead.lists A 127.0.0.2`;
const lists = ['good.lists', 'other.lists', 'refusing.lists', 'parked.lists', 'dead.lists'];

const load = (world: FakeWorld, id: string, text: string) => loadText(world.addresses.datasets, id, text);

async function setUp(t: ExecutionContext, records = zone, prepare: (world: FakeWorld) => void = () => {}) {
  const world = new FakeWorld();
  const dns = recordedDns(records);
  world.scans.openScan = (signal) => offlineWorld(signal, dns);
  world.addresses.addressLists = new AddressLists(lists, Date);
  prepare(world);
  const api = await startTestApi(t, { world });
  return { api, world, dns };
}

async function withDatasets(t: ExecutionContext) {
  const parts = await setUp(t);
  await load(parts.world, 'ris-ipv4', '64500\t1.2.3.0/24\t300\n64501\t1.2.0.0/16\t300\n');
  await load(parts.world, 'ripe-as-names', '64500 EXAMPLE - Example, Inc., DE\n64501 OTHER, SE\n');
  await load(
    parts.world,
    'own-rpki',
    '{"metadata":{},"roas":[{"asn":"AS64500","prefix":"1.2.3.0/24","maxLength":24}]}',
  );
  await load(parts.world, 'geofeed', '1.2.3.0/24,DE,DE-HE,Frankfurt,\n');
  await load(parts.world, 'tor-exit-addresses', 'ExitAddress 1.2.3.9 2026-11-01 00:00:00\n');
  return parts;
}

test('a scan tells place, network, route, names and lists, and believes a list only if it proves itself', async (t) => {
  const { api } = await withDatasets(t);
  const { status, body } = await api.get('/api/ip/1.2.3.4/scan');
  t.is(status, 200);
  t.like(body, {
    ip: '1.2.3.4',
    ip_version: 4,
    is_private: false,
    cached: false,
    geolocation: { country: 'DE', city: 'Frankfurt', source: 'geofeed' },
    network: {
      asn: 64_500,
      asn_name: 'EXAMPLE - Example, Inc.',
      hostname: 'host.example.com',
      is_tor: false,
      is_vpn: null,
    },
    bgp: { prefix: '1.2.3.0/24', origin_asn: 64_500, is_announced: true, rpki_status: 'valid', path: null },
    reverse_dns: { has_ptr: true, ptr_record: 'host.example.com', confirmed: ['host.example.com'] },
    whois: null,
  });
  const { blacklists, domain } = body.reputation as {
    domain: string;
    blacklists: {
      hit_count: number;
      listed_in: string[];
      details: Record<string, { listed: boolean | null }>;
    };
  };
  t.is(domain, 'example.com');
  t.is(blacklists.hit_count, 1);
  t.deepEqual(blacklists.listed_in, ['good.lists']);
  t.deepEqual(
    lists.map((list) => blacklists.details[list]!.listed),
    [true, false, null, null, null],
  );
  t.deepEqual(
    (body.errors as { source: string; code: string }[]).map(({ source, code }) => `${source} ${code}`),
    ['refusing.lists refused', 'parked.lists unknown', 'dead.lists unknown'],
  );
  t.true((body.data_sources as string[]).includes('good.lists'));
  t.false((body.data_sources as string[]).includes('parked.lists'));
  t.deepEqual((body.would_fill as Record<string, string[]>)['network.is_vpn'], ['x4bnet-vpn']);

  t.like((await api.get('/api/ip/1.2.3.4/scan')).body, { cached: true });
  t.like((await api.get('/api/ip/1.2.3.4/scan?force_refresh=true')).body, { cached: false });
  const basic = (await api.get('/api/ip/1.2.3.4/scan?full_scan=false&force_refresh=true')).body;
  t.like(basic, { bgp: null, whois: null, reputation: { blacklists: null } });
  t.like((await api.get('/api/ip/1.2.3.4/bgp')).body, {
    bgp: { as_path: null, covering_routes: [{ prefix: '1.2.0.0/16', origins: [64_501] }] },
  });
  t.like((await api.get('/api/ip/1.2.3.4/reputation')).body, {
    blacklists: { total_hits: 1 },
    is_tor: false,
  });
  t.like((await api.get('/api/range/1.2.3.4%2F30/scan')).body, {
    summary: { alive_ips: 1, blacklisted_ips: 1 },
  });
});

test('the place that a network publishes itself counts before databases, and a feed that fails is told', async (t) => {
  const facts = {
    ...{
      first: '1.2.3.0',
      last: '1.2.3.255',
      handle: null,
      name: 'NET',
      description: null,
      organization: null,
    },
    ...{ country: 'DE', abuseContact: null, registeredAt: null, updatedAt: null, status: [], redacted: [] },
  };
  const registration = {
    ...facts,
    source: 'whois' as const,
    server: 'whois.example',
    geofeed: 'https://net.example/places.csv',
  };
  const place = { country: 'AT', region: null, city: 'Wien', source: 'network-geofeed' };
  const nothing = { postalCode: null, latitude: null, longitude: null, timezone: null };
  type Published = Awaited<ReturnType<FakeWorld['addresses']['networkGeofeeds']['find']>>;
  let published: Published = { place: { ...place, ...nothing }, errors: [] };
  const { api, world } = await setUp(t, zone, ({ addresses }) => {
    addresses.networkDirectory = { find: async () => ({ registration, failures: [] }) };
    addresses.networkGeofeeds = { find: async () => published };
  });
  const { body } = await api.get('/api/ip/1.2.3.4/scan?advanced=true');
  t.like(body, { geolocation: { country: 'AT', city: 'Wien', source: 'network-geofeed' } });
  t.true((body.data_sources as string[]).includes('network-geofeed'));
  t.is((body.geolocations as unknown[]).length, 1);
  await load(world, 'geofeed', '1.2.3.0/24,DE,DE-HE,Frankfurt,\n');
  t.like((await api.get('/api/ip/1.2.3.4/scan?force_refresh=true')).body, { geolocation: { country: 'DE' } });
  const failure = { source: 'network-geofeed', code: 'timeout', message: 'No answer in time.' };
  published = { place: null, errors: [failure] };
  const after = (await api.get('/api/ip/1.2.3.4/scan?force_refresh=true')).body;
  t.true((after.errors as { source: string }[]).some(({ source }) => source === 'network-geofeed'));
});

test('a run with no source at all is honest and fails nowhere', async (t) => {
  const { api, world } = await setUp(t, '4.3.2.1.in-addr.arpa PTR !timeout');
  for (const ip of ['1.2.3.4', '2a00::1']) {
    const { status, body } = await api.get(`/api/ip/${ip}/scan?advanced=true`);
    t.is(status, 200);
    t.like(body, {
      geolocation: null,
      allocation: null,
      whois: null,
      data_sources: ip === '1.2.3.4' ? [] : ['reverse_dns'],
    });
    t.like(body.network, { asn: null, is_tor: null, is_hosting: null });
    t.like(body.bgp, { prefix: null, is_announced: null, rpki_status: null });
    t.true((body.errors as unknown[]).length >= lists.length);
  }
  t.like((await api.get('/api/asn/AS64500')).body, { name: null, announced_prefixes: null, prefixes: null });
  t.like((await api.get('/api/range/1.2.3.0%2F30/scan')).body, {
    scanned_ips: 4,
    summary: { countries: {}, alive_ips: null, blacklisted_ips: null },
    results: { 0: { reputation: { is_blacklisted: null } } },
  });
  t.like((await api.get('/api/ips/high-risk')).body, { total: 0, ips: [] });
  t.like((await api.get('/api/ip/1.2.3.9/history')).body, { count: 0, history: [] });
  t.like((await api.get('/api/ip/1.2.3.4/bgp')).body, {
    bgp: { prefix: null, origin_asn: null, as_path: null, covering_routes: [] },
    data_sources: [],
  });
  t.like((await api.get('/api/ip/1.2.3.4/reputation')).body, {
    is_tor: null,
    blacklists: { total_hits: null },
  });

  const { key } = await world.addAccount('ada@example.com');
  for (const contact of [
    'email/a@example.com',
    'organization/Example',
    'registrar/9999',
    'nameserver/ns1.example.com',
  ]) {
    const { status, body } = await api.get(`/api/v1/reverse-whois/${contact}`, key);
    t.is(status, 200, contact);
    t.like(body, { domain_count: 0, domains: [] }, contact);
  }
});

test('nothing is asked about addresses that are nobody', async (t) => {
  const { api, dns } = await setUp(t);
  for (const ip of [
    '10.0.0.1',
    '192.0.2.1',
    '127.0.0.1',
    '::1',
    'fe80::1',
    '2001:db8::1',
    '::ffff:192.168.0.1',
    '255.255.255.255',
  ]) {
    const { status, body } = await api.get(`/api/ip/${ip}/scan`);
    t.is(status, 200);
    t.like(body, { is_private: true, reverse_dns: null, whois: null, errors: [] }, ip);
  }
  t.is(dns.asked.length, 0);
});

test('every notation of addresses, networks and systems is understood or refused with a reason', async (t) => {
  const { api, world } = await setUp(t);
  const { key } = await world.addAccount('ada@example.com');
  const refused = [
    'ip/1.2.3/scan',
    'ip/1.2.3.256/scan',
    'ip/01.2.3.4/scan',
    'ip/0x1.2.3.4/scan',
    'ip/16909060/scan',
    'ip/fe80::1%25eth0/scan',
    'ip/1.2.3.4%2F24/scan',
    'ip/example.com/scan',
    'ip/1.2.3.4/scan?options=x&expert=true',
    'range/1.2.3.4%2F24/scan',
    'range/1.2.3.0%2F33/scan',
    'range/0.0.0.0%2F0/scan',
    'range/1.2.0.0%2F15/scan',
    'range/2a00::%2F64/scan',
    'range/1.2.3.0%2F24/scan?max_ips=65537',
    'range/nonsense/scan',
    'asn/4294967296',
    'asn/ASx',
    'asn/1.65536',
    'ips/high-risk?min_confidence=101',
  ];
  for (const path of refused) {
    const { status, body } = await api.get(`/api/${path}`, key);
    t.is(status, 400, path);
    t.is(body.code, 'invalid_input', path);
    t.true(Array.isArray(body.details), path);
  }
  t.is((await api.get('/api/asn/AS1.10')).body.asn, 65_546);
  t.is((await api.get('/api/ip/2A00:0:0::1/scan')).body.ip, '2a00::1');
  t.is((await api.get('/api/range/1.2.0.0%2F16/scan')).status, 403);
  t.is((await api.get('/api/range/1.2.3.0%2F24/scan?max_ips=300')).status, 403);
  t.is((await api.get('/api/range/1.2.0.0%2F16/scan', key)).status, 200);
});

test('an expert chooses, and is told what there is not', async (t) => {
  const { api, dns } = await withDatasets(t);
  const options = encodeURIComponent('{"security":["blacklists","nonsense"]}');
  const { body } = await api.get(`/api/ip/1.2.3.4/scan?expert=true&options=${options}`);
  t.like(body, { reverse_dns: null, bgp: null, geolocation: null });
  t.like((body.errors as object[]).at(-1), { source: 'nonsense', code: 'unsupported' });
  t.false(dns.asked.some((question) => question.endsWith('PTR')));
});

test('a range is told by address or in runs, and a /16 as it is made', async (t) => {
  const { api, world } = await withDatasets(t);
  const { key } = await world.addAccount('ada@example.com');
  const { body } = await api.get('/api/range/1.2.3.0%2F24/scan?max_ips=16');
  const results = body.results as { ip: string; network: { is_tor: boolean } }[];
  t.is(results.length, 16);
  t.deepEqual(
    results.filter(({ network }) => network.is_tor).map(({ ip }) => ip),
    ['1.2.3.9'],
  );
  t.like(body, { total_ips: 256, scanned_ips: 16, summary: { countries: { DE: 16 }, asns: { 64500: 16 } } });
  const runs = (await api.get('/api/range/1.2.3.0%2F24/scan?format=runs')).text.trim().split('\n');
  t.deepEqual(
    runs.map((line) => JSON.parse(line)).map(({ first, last, event }) => [event, first, last]),
    [
      ['run', '1.2.3.0', '1.2.3.8'],
      ['run', '1.2.3.9', '1.2.3.9'],
      ['run', '1.2.3.10', '1.2.3.255'],
      ['summary', undefined, undefined],
    ],
  );
  const whole = await api.get('/api/range/1.2.0.0%2F16/scan?max_ips=65536', key);
  const told = JSON.parse(whole.text) as { results: { ip: string }[]; summary: { asns: object } };
  t.is(told.results.length, 65_536);
  t.is(told.results.at(-1)!.ip, '1.2.255.255');
  t.deepEqual(told.summary.asns, { 64500: 256, 64501: 65_280 });
});

test('reports count as one voice of each account, and the worst addresses are listed', async (t) => {
  const { api, world } = await withDatasets(t);
  const { key } = await world.addAccount('ada@example.com');
  const { key: other } = await world.addAccount('eve@example.com');
  const confidence = async () =>
    (await api.get('/api/ip/1.2.3.4/scan?force_refresh=true')).body.reputation as Record<string, number>;
  const before = await confidence();
  t.is((await api.send('POST', '/api/ip/1.2.3.4/reports', { category: 9 })).status, 401);
  t.is((await api.send('POST', '/api/ip/10.0.0.1/reports', { category: 9 }, key)).status, 400);
  t.is((await api.send('POST', '/api/ip/1.2.3.4/reports', { category: 5 }, key)).status, 400);
  t.is((await api.send('POST', '/api/ip/1.2.3.4/reports', { category: 9, comment: 'ssh' }, key)).status, 201);
  const once = await confidence();
  t.true(once.abuse_confidence! > before.abuse_confidence!);
  await api.send('POST', '/api/ip/1.2.3.4/reports', { category: 11 }, key);
  await api.send('POST', '/api/ip/1.2.3.4/reports', { category: 9 }, other);
  const twice = await confidence();
  t.like(twice, { total_reports: 3, num_distinct_users: 2, threat_categories: [9, 10, 11] });
  const { body } = await api.get(`/api/ips/high-risk?min_confidence=${twice.abuse_confidence}`);
  t.like(body, { total: 1, ips: [{ ip: '1.2.3.4', total_reports: 3, country: 'DE', asn: 64_500 }] });
});

test('feeds speak against an address, those that only describe do not, and what is well known is spared', async (t) => {
  const { api, world } = await withDatasets(t);
  const install = (source: string, name: string, severity: 'info' | 'critical') => {
    const builder = new SegmentBuilder(source, 0.9);
    builder.add({ name, source, threatType: 'botnet_c2', severity, description: null }, 'ip');
    return world.matcher.install(builder.build({ fetchedAt: Date.now(), contentHash: '' }));
  };
  await install('tor-exits', '1.2.3.5', 'info');
  await install('feodo-tracker', '1.2.3.6', 'critical');
  const score = async (ip: string) =>
    (await api.get(`/api/ip/${ip}/reputation`)).body as { abuse_confidence: number; evidence: object[] };
  t.like(await score('1.2.3.5'), { abuse_confidence: 0, evidence: [] });
  t.like(await score('1.2.3.6'), {
    abuse_confidence: 60,
    threat_categories: [11],
    evidence: [{ source: 'feodo-tracker', points: 60, counted: true, age_days: 0 }],
  });
  await install('somebody', '8.8.8.8', 'critical');
  t.like(await score('8.8.8.8'), {
    abuse_confidence: 0,
    is_whitelisted: true,
    evidence: [{ points: 0, counted: false }],
  });
});

test('own sightings count in scans and ranges, and providers are asked by those who want more', async (t) => {
  const { api, world } = await withDatasets(t);
  const at = new Date();
  world.addresses.addressSightings.all.push({
    ...{ ip: '1.2.3.7', type: 'malware', source: 'detection', severity: 'critical' as const },
    ...{ firstSeenAt: at, lastSeenAt: at },
  });
  const { body } = await api.get('/api/ip/1.2.3.7/scan');
  t.like(body.reputation, { threat_categories: [11], evidence: [{ kind: 'sighting', counted: true }] });
  const { abuse_confidence: confidence } = body.reputation as { abuse_confidence: number };
  t.true(confidence > 40);
  const range = (await api.get('/api/range/1.2.3.0%2F28/scan')).body;
  const results = range.results as { ip: string; reputation: { abuse_confidence: number } }[];
  t.is(results.find(({ ip }) => ip === '1.2.3.7')?.reputation.abuse_confidence, confidence);

  const errors = async (path: string, of = api) =>
    ((await of.get(path)).body.errors as { source: string; code: string }[]).filter(
      ({ source }) => source === 'abuseipdb',
    );
  const expert = `/api/ip/1.2.3.7/scan?expert=true&options=${encodeURIComponent('{"security":["abuseipdb"]}')}`;
  t.like(await errors(expert), [{ code: 'unsupported' }]);
  world.addresses.addressProviders = new AddressProviders({ abuseipdb: 'key' }, Date);
  const asking = await startTestApi(t, { world });
  // The world of this test has no network.
  t.not((await errors(expert, asking))[0]?.code, 'unsupported');
  t.is((await errors('/api/ip/1.2.3.7/scan?force_refresh=true', asking)).length, 0);
  t.is((await errors('/api/ip/1.2.3.7/scan?advanced=true', asking)).length, 1);
});

test('what changed since the scan before is told, and a new origin is an event', async (t) => {
  const { api, world } = await withDatasets(t);
  await api.get('/api/ip/1.2.3.4/scan');
  await load(world, 'ris-ipv4', '64666\t1.2.3.0/24\t300\n');
  await api.get('/api/ip/1.2.3.4/scan?force_refresh=true');
  const { body } = await api.get('/api/ip/1.2.3.4/history');
  t.like(body, {
    count: 2,
    history: [{ changed: ['origin', 'rpki'], bgp: { rpki_status: 'invalid' } }, { changed: [] }],
  });
  const changes = world.scans.published.filter(({ name }) => name === 'dns_change');
  t.like(changes[0]?.payload, {
    domain: '1.2.3.4',
    record_type: 'ORIGIN',
    old_value: 'AS64500',
    new_value: 'AS64666',
  });
  t.is(world.scans.published.filter(({ name }) => name === 'scan_complete').length, 2);
});

test('a system is described by its name, its prefixes and its country', async (t) => {
  const { api } = await withDatasets(t);
  t.like((await api.get('/api/asn/64500')).body, {
    asn: 64_500,
    name: 'EXAMPLE',
    description: 'Example, Inc.',
    country: 'DE',
    announced_prefixes: 1,
    prefixes: ['1.2.3.0/24'],
  });
});
